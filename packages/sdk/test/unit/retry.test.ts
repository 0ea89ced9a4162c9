import t from '@vitrine/testing/t'
import { createRetry, type RetryOptions } from '../../src/retry.js'

const problem =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ code }), { status, headers })
const pending = problem(503, 'PROPAGATION_PENDING', { 'Retry-After': '2' })
const overloaded = problem(503, 'OVERLOADED', { 'Retry-After': '1' })
const limited = problem(429, 'TOO_MANY_REQUESTS', { 'Retry-After': '7' })
const noAnswer = () => {
  throw new TypeError('fetch failed')
}
const ok = () => new Response('{}')

/** Sends one request; each attempt gets the next answer, the last one again and again. */
async function run(
  method: string,
  path: string,
  answers: readonly (() => Response)[],
  options: RetryOptions = {},
) {
  const waits: number[] = []
  const keys: (string | null)[] = []
  const retry = createRetry({
    wait: async (ms) => {
      waits.push(ms)
    },
    ...options,
  })
  const request = new Request(`http://localhost${path}`, { method })
  const result = await retry(request, async ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'))
    const answer = answers[Math.min(keys.length, answers.length) - 1]
    return answer?.() ?? ok()
  }).catch((error: unknown) => error)
  const status = result instanceof Response ? result.status : String(result)
  return { status, waits, keys }
}

const project = '/api/projects/p'
const widgets = `${project}/widgets`
const twenty = Array.from({ length: 20 }, () => pending)

t.test(
  'PROPAGATION_PENDING is waited for, as long as the service says, and takes no attempt',
  async (t) => {
    const { status, waits } = await run('PUT', `${widgets}/w/publish`, [...twenty, ok])
    t.equal(status, 200)
    t.same(waits, Array(20).fill(2000))
  },
)

t.test('the waits of a call have a limit', async (t) => {
  const { status, waits } = await run('PUT', widgets, [pending], { patienceMs: 10_000 })
  t.equal(status, 503)
  t.same(waits, Array(5).fill(2000))
})

t.test('Retry-After is respected, in seconds or as a date', async (t) => {
  t.same((await run('GET', widgets, [limited, overloaded, ok])).waits, [7000, 1000])
  const past = problem(503, 'OVERLOADED', { 'Retry-After': new Date(0).toUTCString() })
  t.same((await run('GET', widgets, [past, ok])).waits, [0])
})

t.test('every attempt of a keyed POST has the same key', async (t) => {
  const { status, keys } = await run('POST', widgets, [noAnswer, overloaded, ok])
  t.equal(status, 200)
  t.equal(keys.length, 3)
  t.match(keys[0], /^[0-9a-f-]{36}$/)
  t.equal(new Set(keys).size, 1)
})

t.test('a look-up of hashes outlasts a restart as an upload does, without a key', async (t) => {
  const answers = [...Array.from({ length: 8 }, () => noAnswer), problem(502, 'X'), ok]
  const { status, keys } = await run('POST', `${project}/assets/lookup`, answers)
  t.equal(status, 200)
  t.same(keys, Array(10).fill(null))
})

const sentOnce = [
  ['POST', '/api/auth/login', noAnswer, 'TypeError: fetch failed'],
  ['POST', '/api/auth/login', overloaded, 503],
  ['GET', widgets, problem(404, 'PROJECT_NOT_FOUND'), 404],
  ['GET', widgets, problem(500, 'INTERNAL'), 500],
  ['PUT', widgets, problem(409, 'WIDGET_SLUG_TAKEN'), 409],
] as const

for (const [method, path, answer, status] of sentOnce) {
  t.test(`${method} ${path} is not repeated after ${status}`, async (t) => {
    const result = await run(method, path, [answer, ok])
    t.equal(result.status, status)
    t.same(result.keys, [null])
  })
}

t.test('a POST without a key is repeated after 429, which precedes any effect', async (t) => {
  t.equal((await run('POST', '/api/auth/login', [limited, ok])).status, 200)
})

t.test('attempts have a limit', async (t) => {
  const { status, keys } = await run('GET', widgets, [noAnswer], { attempts: 3 })
  t.equal(status, 'TypeError: fetch failed')
  t.equal(keys.length, 3)
})

t.test('uploads are sent until patience ends, unless calls are sent once', async (t) => {
  const calls = [
    ['POST', `${project}/assets`],
    ['PUT', `${project}/assets/a/file`],
  ] as const
  for (const [method, path] of calls) {
    const down = [...Array.from({ length: 40 }, () => noAnswer), ok]
    const { status, keys, waits } = await run(method, path, down)
    t.equal(status, 200)
    t.equal(keys.length, 41)
    t.equal(new Set(keys).size, 1)
    t.ok(waits.every((ms) => ms <= 5000))
    const gone = await run(method, path, [overloaded], { patienceMs: 10_000, attempts: 2 })
    t.same(gone, { status: 503, waits: Array(10).fill(1000), keys: gone.keys })
    t.equal((await run(method, path, [noAnswer], { attempts: 1 })).keys.length, 1)
  }
})

t.test('each repetition is reported before its wait, with the answer or its lack', async (t) => {
  const seen: unknown[] = []
  const requests = new Set<Request>()
  const { status } = await run('POST', widgets, [limited, noAnswer, ok], {
    onRetry: async ({ request, delayMs, response, cause }) => {
      requests.add(request)
      seen.push(response ? [delayMs, await response.json()] : String(cause))
    },
  })
  t.equal(status, 200)
  t.same(seen, [[7000, { code: 'TOO_MANY_REQUESTS' }], 'TypeError: fetch failed'])
  t.equal(requests.size, 1, 'a call is recognized by its request')
})

t.test('a call that is not repeated is not reported', async (t) => {
  const onRetry = () => void t.fail('there is no repetition')
  await run('GET', widgets, [problem(404, 'PROJECT_NOT_FOUND')], { onRetry })
  await run('GET', widgets, [overloaded], { onRetry, attempts: 1 })
})

t.test('what an observer throws ends the call', async (t) => {
  const { status, waits } = await run('GET', widgets, [overloaded], {
    onRetry: () => {
      throw new Error('enough')
    },
  })
  t.equal(status, 'Error: enough')
  t.same(waits, [])
})

t.test('an abort ends the wait with its reason', async (t) => {
  const controller = new AbortController()
  const { signal } = controller
  const request = new Request('http://localhost/', { signal })
  const reason = new Error('enough')
  const call = createRetry()(request, async () => {
    controller.abort(reason)
    return limited()
  })
  await t.rejects(call, reason)
})
