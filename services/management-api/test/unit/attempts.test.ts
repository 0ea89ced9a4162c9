import t from '@vitrine/testing/t'
import { createWindowCounter } from '../../src/limits/window-counter.js'
import type { Cookies } from '../../src/resources/auth/client.js'
import { createAttempts, maxPerAccount } from '../../src/resources/auth/throttling/attempts.js'

const account = { email: 'ada@example.test', user: { id: 'ada', passwordSetAt: null } }
const client = { address: '192.0.2.1', userAgent: undefined, cookies: {} }

/** A counter of one window that never ends, shared. */
const windowCounter = () => {
  const counter = createWindowCounter({ shared: async () => null, windowSeconds: 60, now: () => 0 })
  return {
    add: async (key: string, by: number) => ({ ...(await counter.add(key, by)), isShared: true }),
  }
}

const settings = () => ({
  counter: windowCounter(),
  hourly: windowCounter(),
  limits: { failures: 5, loginsPerAddress: 20, registrationsPerAddress: 20 },
  addressesOf: async (): Promise<readonly string[]> => [],
  devices: { deviceOf: (): string | null => null },
})

/** All attempts come from one known device, with shared counts. */
function attemptsOfDevice() {
  const waits: number[] = []
  const attempts = createAttempts({
    ...settings(),
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

/** Makes attempts from one new address after the other, as many as the account allows. */
async function guessEverywhere(attempts: ReturnType<typeof createAttempts>) {
  for (let turn = 0; turn < maxPerAccount; turn++) {
    await attempts.login({ ...client, address: `198.51.${turn}.7` }, account)
  }
}

t.test('strangers of many addresses share one limit for an account', async (t) => {
  const attempts = createAttempts(settings())
  await guessEverywhere(attempts)
  await t.rejects(attempts.login(client, account), { code: 'TOO_MANY_REQUESTS' })
  const unknown = { email: 'eve@example.test', user: null }
  await t.resolves(attempts.login(client, unknown), 'another account')
})

t.test('beyond it a known device and the network of a live session still try', async (t) => {
  const devices = { deviceOf: ({ known = '' }: Cookies) => known || null }
  const attempts = createAttempts({
    ...settings(),
    devices,
    addressesOf: async () => ['203.0.113.9', '2001:db8:1:2::3'],
  })
  await guessEverywhere(attempts)
  await t.rejects(attempts.login(client, account), { code: 'TOO_MANY_REQUESTS' })
  const known = [
    { ...client, cookies: { known: 'device' } },
    { ...client, address: '203.0.113.9' },
    { ...client, address: '2001:db8:1:2::ffff' },
  ]
  for (const one of known) await (await attempts.login(one, account)).succeeded()
})

t.test('the right password does not count for the account', async (t) => {
  const attempts = createAttempts(settings())
  for (let turn = 0; turn <= maxPerAccount; turn++) {
    const address = `198.51.${turn}.7`
    await (await attempts.login({ ...client, address }, account)).succeeded()
  }
  await t.resolves(attempts.login(client, account))
})
