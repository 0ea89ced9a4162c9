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

t.test('a key is taken from the header, otherwise from the query', async (t) => {
  const app = await build(t)
  const tenant = await createTenant(t)
  const [project, other] = [await tenant.addProject(), await tenant.addProject()]
  const { slug } = await project.addWidget()
  const [{ key }, { key: foreign }] = [await project.addKey(), await other.addKey()]
  const cases: { header?: string; query: string; status: number }[] = [
    { query: `api_key=${key}`, status: 200 },
    { query: `api_key=${foreign}`, status: 403 },
    { header: key, query: `api_key=${foreign}`, status: 200 },
    { header: key, query: 'api_key=nonsense', status: 200 },
    { header: foreign, query: `api_key=${key}`, status: 403 },
    { header: 'nonsense', query: `api_key=${key}`, status: 401 },
    { query: `api_key=${key}&api_key=${key}`, status: 401 },
    { header: key, query: 'api_key=a&api_key=b', status: 200 },
    { query: `API_KEY=${key}`, status: 401 },
  ]
  for (const { header, query, status } of cases) {
    const { statusCode } = await app.inject({
      url: `/api/v1/widgets/${slug}?${query}`,
      headers: header === undefined ? {} : { 'x-api-key': header },
    })
    t.equal(statusCode, status, `header ${header?.slice(0, 6)}, query ${query}`)
  }
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

t.test('an invalid slug is 404', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const { slug } = await project.addWidget()
  const slugs = [
    `${slug}%00`,
    '%00',
    `${slug}%0A`,
    slug.toUpperCase(),
    `-${slug}`,
    `${slug}--x`,
    'a%2Fb',
    '%F0%9F%90%A6',
    `%27%20OR%201=1`,
    'a'.repeat(101),
  ]
  for (const wrong of slugs) {
    const response = await fetchWidget(app, wrong, key)
    isError(t, response, 404, 'WIDGET_NOT_FOUND')
  }
  t.equal((await fetchWidget(app, '', key)).statusCode, 404)
  t.equal((await fetchWidget(app, '%zz', key)).statusCode, 400)
})

t.test('a slug of 300 characters is 404', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  t.equal((await fetchWidget(app, 'a'.repeat(300), key)).statusCode, 404)
})

t.test('any other method is a 405 that lists the allowed ones', async (t) => {
  const app = await build(t)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await app.inject({ method, url: '/api/v1/widgets/any' })
    isError(t, response, 405, 'METHOD_NOT_ALLOWED')
    t.equal(response.headers.allow, 'GET, HEAD')
  }
})
