import t from '@vitrine/testing/t'
import { createClient, orThrow, pages, upload, VitrineError } from '../../src/index.js'

/** A client whose requests are recorded and answered by `answer`. */
function recorded(answer: () => Response) {
  const requests: Request[] = []
  const vitrine = createClient({
    baseUrl: 'http://localhost/',
    headers: { 'X-Request-Id': 'mine', 'X-API-Key': 'pk_1' },
    retry: { attempts: 1 },
    fetch: async (request) => {
      requests.push(request)
      return answer()
    },
  })
  return { vitrine, requests }
}

const empty = () => Response.json({ content: [], last: true })
const path = '/api/projects/{projectId}/assets'
const params = { path: { projectId: 'p/1' } }

t.test('every kind of call has the headers of the client, and its own first', async (t) => {
  const { vitrine, requests } = recorded(empty)
  await vitrine.GET(path, { params, headers: { 'X-Request-Id': 'own' } })
  for await (const _ of pages(vitrine, path, { params })) t.fail('there is none')
  await upload(vitrine, { projectId: 'p/1', file: new Blob(['x']) })
  t.same(
    requests.map(({ headers }) => headers.get('X-Request-Id')),
    ['own', 'mine', 'mine'],
  )
  for (const { headers } of requests) t.equal(headers.get('X-API-Key'), 'pk_1')
})

t.test('parts of a path are encoded, and a base URL may end with a slash', async (t) => {
  const { vitrine, requests } = recorded(empty)
  await vitrine.GET(path, { params })
  for await (const _ of pages(vitrine, path, { params })) t.fail('there is none')
  await upload(vitrine, { projectId: 'p/1', file: new Blob(['x']) })
  for (const { url } of requests) {
    t.match(url, /^http:\/\/localhost\/api\/projects\/p%2F1\/assets\??$/)
  }
})

t.test('pages follow cursors if the list has them', async (t) => {
  const answers = [
    { content: [1, 2], last: false, nextCursor: 'c1' },
    { content: [3], last: true, nextCursor: null },
  ]
  const { vitrine, requests } = recorded(() => Response.json(answers.shift()))
  const found: unknown[] = []
  const query = { tag: ['a', 'b'], q: 'sea' }
  for await (const item of pages(vitrine, path, { params: { ...params, query } })) found.push(item)
  t.same(found, [1, 2, 3])
  t.same(
    requests.map(({ url }) => new URL(url).search),
    ['?tag=a&tag=b&q=sea', '?tag=a&tag=b&q=sea&cursor=c1'],
  )
})

t.test('an answer of a router, which is no JSON, is an error without a code', async (t) => {
  const { vitrine } = recorded(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  const error = await orThrow(vitrine.GET(path, { params })).catch((cause) => cause)
  t.ok(error instanceof VitrineError)
  t.match(error, { status: 502, code: undefined, details: [], message: /502/ })
  const walk = pages(vitrine, path, { params }).next()
  await t.rejects(walk, {
    name: 'VitrineError',
    status: 502,
    call: 'GET /api/projects/p%2F1/assets',
  })
})

t.test('a call without an answer names itself, its address and the reason', async (t) => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:80')
  const vitrine = createClient({
    baseUrl: 'http://localhost',
    retry: { attempts: 1 },
    fetch: async ({ signal }) => {
      signal.throwIfAborted()
      throw new TypeError('fetch failed', { cause })
    },
  })
  const expected = (call: string) => ({
    name: 'TypeError',
    message: `${call} got no answer: fetch failed`,
    cause,
  })
  const query = { q: 'secret' }
  await t.rejects(
    orThrow(vitrine.GET(path, { params: { ...params, query } })),
    expected('GET http://localhost/api/projects/p%2F1/assets'),
  )
  await t.rejects(
    upload(vitrine, { projectId: 'p', file: new Blob(['x']), signal: AbortSignal.timeout(60_000) }),
    expected('POST http://localhost/api/projects/p/assets'),
  )
  const reason = new TypeError('stopped')
  const signal = AbortSignal.abort(reason)
  await t.rejects(vitrine.GET(path, { params, signal }), reason, 'the caller ended it')
})

t.test('a base URL that is empty, has a path or is no address is refused', async (t) => {
  for (const baseUrl of [
    '',
    'localhost:8080',
    '/api',
    'http://localhost/api',
    'ftp://a',
    'http://a?b',
  ]) {
    t.throws(
      () => createClient({ baseUrl }),
      { name: 'TypeError', message: new RegExp(`not "${baseUrl.replace('?', '\\?')}"`) },
      baseUrl,
    )
  }
  for (const baseUrl of ['http://localhost:8080', 'https://images.example.com/']) {
    t.equal(createClient({ baseUrl }).baseUrl, baseUrl.replace(/\/$/, ''))
  }
})
