import t, { type Test } from '@vitrine/testing/t'
import { createApp, createRateLimiter } from '../../src/index.js'

async function build(t: Test, logLevel: string) {
  const lines: string[] = []
  const app = createApp({ logLevel, logStream: { write: (line) => lines.push(line) } })
  const limiter = createRateLimiter({
    keyPrefix: 'vitrine:rate',
    limits: { address: { what: 'calls from this address', perMinute: 1 } },
    shared: { add: async () => null },
    isReachable: () => false,
    now: () => 60_000,
  })
  app.addHook('onRequest', async ({ ip }) => limiter.budgets.address?.spend(ip))
  app.get('/', async () => 'x')
  await app.ready()
  t.teardown(() => app.close())
  return { app, lines: () => lines.filter((line) => line.includes('"request"')) }
}

t.test('a 429 names the exhausted limit and when to retry', async (t) => {
  const { app } = await build(t, 'silent')
  const { headers } = await app.inject('/')
  t.equal(headers.ratelimit, undefined)
  const refused = await app.inject('/')
  t.equal(refused.statusCode, 429)
  t.match(refused.headers, {
    'retry-after': '61',
    'ratelimit-policy': '"address";q=1;w=60',
    ratelimit: '"address";r=0;t=61',
    'cache-control': 'no-store',
  })
  t.match(refused.json(), { code: 'TOO_MANY_REQUESTS', message: /^Too many calls from this/ })
})

t.test('a 429 is logged at debug only', async (t) => {
  for (const [logLevel, count] of [['info', 1] as const, ['debug', 3] as const]) {
    const { app, lines } = await build(t, logLevel)
    for (let call = 0; call < 3; call += 1) await app.inject('/')
    t.equal(lines().length, count, logLevel)
  }
})
