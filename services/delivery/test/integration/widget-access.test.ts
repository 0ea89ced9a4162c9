import { createApiKey } from '@vitrine/contracts'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, dead } from '../build.js'
import { fetchWidget, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

/** One character of the key's secret is changed, so its checksum no longer matches. */
const mistyped = (key: string) =>
  `${key.slice(0, 10)}${key[10] === 'x' ? 'y' : 'x'}${key.slice(11)}`

t.test('an invalid key is 401, whether the widget exists or not', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { slug } = await project.addWidget()
  const good = await project.addKey()
  const [revoked, unknown] = [await project.addKey(), createApiKey()]
  await project.revokeKey(revoked)
  const expired = await project.addKey({ expiresAt: new Date(Date.now() - 1) })

  const keys: [string, string][] = [
    ['empty', ''],
    ['malformed', 'pk_'],
    ['of another kind', 'Bearer abc'],
    ['mistyped', mistyped(good.key)],
    ['cut off', good.key.slice(0, -1)],
    ['followed by more', `${good.key}x`],
    ['in other letters', good.key.toLowerCase()],
    ['unknown', unknown.key],
    ['expired', expired.key],
    ['revoked', revoked.key],
  ]
  for (const [what, key] of keys) {
    for (const widget of [slug, freshName('nothing')]) {
      await t.test(what, async (t) => {
        const inHeader = await fetchWidget(app, widget, key)
        isError(t, inHeader, 401, 'API_KEY_INVALID')
        t.equal(inHeader.headers['www-authenticate'], 'ApiKey realm="vitrine"')
        const inQuery = await app.inject(
          `/api/v1/widgets/${widget}?api_key=${encodeURIComponent(key)}`,
        )
        isError(t, inQuery, 401, 'API_KEY_INVALID')
      })
    }
  }
  isError(t, await app.inject(`/api/v1/widgets/${slug}`), 401, 'API_KEY_INVALID')
  isError(t, await app.inject({ method: 'HEAD', url: `/api/v1/widgets/${slug}` }), 401, '')
})

t.test('a missing or malformed key is rejected without a lookup', async (t) => {
  const app = await build(t, { ...dead.postgres, ...dead.redis })
  const { key } = createApiKey()
  for (const sent of ['', 'pk_abc', mistyped(key)]) {
    isError(t, await fetchWidget(app, 'any', sent), 401, 'API_KEY_INVALID')
  }
  isError(t, await fetchWidget(app, 'any', key), 503, 'DATABASE_UNAVAILABLE')
})

t.test('an error never contains the key in the query of the address', async (t) => {
  const app = await build(t)
  const { key } = createApiKey()
  const { body } = await app.inject(`/api/v1/widgets/any?api_key=${key}`)
  t.notOk(body.includes(key))
})

t.test('the answer to a valid key for a slug', async (t) => {
  const app = await build(t)
  const tenant = await createTenant(t)
  const [project, other] = [await tenant.addProject(), await tenant.addProject()]
  const { key } = await project.addKey()
  const draft = { status: 'DRAFT', publishedAt: null } as const
  const published = {}
  const cases = [
    { here: published, elsewhere: null, status: 200 },
    { here: published, elsewhere: published, status: 200 },
    { here: draft, elsewhere: null, status: 404 },
    { here: draft, elsewhere: published, status: 404 },
    { here: null, elsewhere: published, status: 403 },
    { here: null, elsewhere: draft, status: 404 },
    { here: null, elsewhere: null, status: 404 },
  ]
  const called = (fields: object | null) => {
    if (fields === null) return 'no'
    return fields === draft ? 'a draft' : 'a published'
  }
  for (const { here, elsewhere, status } of cases) {
    const name = `${called(here)} widget here, ${called(elsewhere)} widget elsewhere: ${status}`
    await t.test(name, async (t) => {
      const slug = freshName('case')
      if (here) await project.addWidget({ ...here, slug })
      if (elsewhere) await other.addWidget({ ...elsewhere, slug })
      const response = await fetchWidget(app, slug, key)
      if (status === 200) t.equal(response.statusCode, 200)
      else if (status === 403) isError(t, response, 403, 'API_KEY_OF_OTHER_PROJECT')
      else isError(t, response, 404, 'WIDGET_NOT_FOUND')
    })
  }
})

t.test('a key in the query is cached too, and the header takes precedence', async (t) => {
  const tenant = await createTenant(t)
  const [project, other] = [await tenant.addProject(), await tenant.addProject()]
  const [{ key }, { key: otherKey }] = [await project.addKey(), await other.addKey()]
  const { slug } = await project.addWidget()
  const app = await build(t, {})
  for (const _ of ['cold', 'warm']) {
    const url = `/api/v1/widgets/${slug}?api_key=${key}`
    t.equal((await app.inject(url)).statusCode, 200)
    const both = await app.inject({ url, headers: { 'x-api-key': otherKey } })
    isError(t, both, 403, 'API_KEY_OF_OTHER_PROJECT')
    isError(t, await app.inject(`${url}&api_key=${key}`), 401, 'API_KEY_INVALID')
  }
})
