import t from '@vitrine/testing/t'
import { createWindowCounter } from '../../src/limits/window-counter.js'
import { createAttempts } from '../../src/resources/auth/throttling/attempts.js'

const account = { email: 'ada@example.test', userId: 'ada' }
const client = { address: '192.0.2.1', userAgent: undefined, cookies: {} }

/** All attempts come from one known device, with shared counts. */
function attemptsOfDevice() {
  const waits: number[] = []
  const counter = createWindowCounter({ shared: async () => null, windowSeconds: 60, now: () => 0 })
  const attempts = createAttempts({
    counter: { add: async (key, by) => ({ ...(await counter.add(key, by)), isShared: true }) },
    limits: { failures: 5, loginsPerAddress: 20, registrationsPerAddress: 20 },
    devices: { deviceOf: () => 'device' },
    delay: async (ms) => waits.push(ms),
  })
  return { attempts, waits }
}

t.test('beyond the limit each attempt of a known device waits a second longer', async (t) => {
  const { attempts, waits } = attemptsOfDevice()
  for (let turn = 0; turn < 5; turn++) await attempts.login(client, account)
  t.same(waits, [])
  for (let turn = 0; turn < 10; turn++) await attempts.login(client, account)
  t.same(waits, [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000])
  await t.rejects(attempts.login(client, account), { code: 'TOO_MANY_REQUESTS' })
})

t.test('a successful login does not count', async (t) => {
  const { attempts, waits } = attemptsOfDevice()
  for (let turn = 0; turn < 30; turn++) {
    await (await attempts.login(client, account)).succeeded()
  }
  t.same(waits, [])
})
