import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchWidget, isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

/** The parts of an answer that do not vary per request. */
function said({ statusCode, headers, body }: Response) {
  const { date, 'x-request-id': id, ...rest } = headers
  return { statusCode, headers: Object.fromEntries(Object.entries(rest).sort()), body }
}

t.test('a repeated request gets the answer of the first one', async (t) => {
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const { slug } = await project.addWidget({ config: { caption: 'grüße, 世界 🎈' } })
  const app = await build(t, {})
  const { headers } = await fetchWidget(await build(t, {}), slug, key)
  const etag = String(headers.etag)

  const cases: [name: string, headers: Record<string, string>, method: 'GET' | 'HEAD'][] = [
    ['GET', {}, 'GET'],
    ['HEAD', {}, 'HEAD'],
    ['a client that has it', { 'if-none-match': etag }, 'GET'],
    ['one that has another', { 'if-none-match': '"other"' }, 'GET'],
    ['one that bypasses caches', { 'if-none-match': etag, 'cache-control': 'no-cache' }, 'GET'],
    ['a page', { origin: 'https://a.example' }, 'GET'],
  ]
  for (const [name, sent, method] of cases) {
    const cold = said(await fetchWidget(await build(t, {}), slug, key, sent, method))
    await fetchWidget(app, slug, key, sent, method)
    const warm = await fetchWidget(app, slug, key, sent, method)
    t.same(said(warm), cold, name)
    t.match(warm.headers['x-request-id'], /^[\w-]{12}\.[\da-z]+$/, name)
  }
  for (const asked of [app, await build(t, {})]) {
    const other = await fetchWidget(asked, slug, key, { 'if-match': '"other"' })
    isError(t, other, 412, 'PRECONDITION_FAILED')
  }
  t.equal((await fetchWidget(app, slug, key, { 'if-none-match': etag })).statusCode, 304)
  t.match((await fetchWidget(app, slug, key)).body, 'grüße, 世界 🎈')
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

t.test('a cached answer is only for pages that may use the key', async (t) => {
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey({ allowedOrigins: ['https://a.example'] })
  const { slug } = await project.addWidget()
  const app = await build(t, {})
  for (const _ of ['cold', 'warm']) {
    const answer = await fetchWidget(app, slug, key, { origin: 'https://a.example' })
    t.equal(answer.statusCode, 200)
    const elsewhere = await fetchWidget(app, slug, key, { origin: 'https://b.example' })
    isError(t, elsewhere, 403, 'ORIGIN_NOT_ALLOWED')
  }
})
