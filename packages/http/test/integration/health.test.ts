import t from '@vitrine/testing/t'
import { type Check, createApp, health } from '../../src/index.js'

function build(checks: Check[]) {
  const app = createApp({ logLevel: 'silent' })
  health(app, { prefix: '/api', checks })
  t.teardown(() => app.close())
  return app
}

t.test('a dependency that hangs is down, and probes do not pile up behind it', async (t) => {
  let runs = 0
  let answer = (): void => undefined
  const run = () => {
    runs += 1
    return new Promise<void>((resolve) => {
      answer = resolve
    })
  }
  const app = build([{ name: 'database', run }])
  const probes = await Promise.all([1, 2, 3].map(() => app.inject('/readyz')))
  for (const probe of probes) {
    t.equal(probe.statusCode, 503)
    t.match(probe.json(), { details: [{ field: 'database' }] })
  }
  t.equal((await app.inject('/api/readyz')).statusCode, 503)
  t.equal(runs, 1)
  answer()
  await new Promise((resolve) => setImmediate(resolve))
  const last = app.inject('/readyz')
  await new Promise((resolve) => setImmediate(resolve))
  answer()
  t.equal((await last).statusCode, 200)
  t.equal(runs, 2)
})

t.test('a check may become optional at run time', async (t) => {
  let isOptional = true
  const app = build([{ name: 'database', optional: () => isOptional, run: () => false }])
  const ready = await app.inject('/readyz')
  t.equal(ready.statusCode, 200)
  t.same(ready.json(), { status: 'ready', checks: { database: 'down' } })
  isOptional = false
  t.equal((await app.inject('/readyz')).statusCode, 503)
})
