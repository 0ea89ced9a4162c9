import { randomBytes, randomInt } from 'node:crypto'
import type { App } from '@vitrine/http'
import { freshEmail, freshName, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { Config } from '../../src/config.js'
import { maxPerAccount } from '../../src/resources/auth/throttling/attempts.js'
import { build as buildApp } from '../build.js'
import { register } from '../client.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'

const limits: Partial<Config> = {
  LOGIN_FAILURES_PER_MINUTE: 4,
  LOGINS_PER_ADDRESS_PER_MINUTE: 14,
  // The minimum cost of bcrypt, so that the tests fit into a minute on a slow machine.
  BCRYPT_COST: 4,
}

/** Waits for the connection to Redis, which is established in the background. */
async function build(t: Test, overrides: Partial<Config> = {}): Promise<App> {
  const app = await buildApp(t, { ...limits, ...overrides })
  await until(async () => (await app.inject('/readyz')).json().checks?.cache === 'up')
  return app
}

/** Counts persist in Redis between runs, so each test uses its own addresses. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

const sender =
  (app: App, url: string) =>
  (payload: object, remoteAddress: string, headers = {}) =>
    app.inject({ method: 'POST', url, payload, remoteAddress, headers })

const clientOf = (app: App) => {
  const send = sender(app, '/api/auth/login')
  return (email: string, password: string, address: string, headers = {}) =>
    send({ email, password }, address, headers)
}

const statuses = async (times: number, call: () => Promise<{ statusCode: number }>) => {
  const seen: number[] = []
  for (let turn = 0; turn < times; turn++) seen.push((await call()).statusCode)
  return seen
}

/** `name=value` of the device cookie. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';')[0] ?? ''

const app = await build(t)
const logIn = clientOf(app)

t.test(
  'failures are limited per address and account, whether the account exists or not',
  async (t) => {
    const owner = await register(app)
    for (const email of [owner.email, freshEmail()]) {
      const address = freshAddress()
      t.same(await statuses(5, () => logIn(email, 'wrong', address)), [401, 401, 401, 401, 429])
      const refused = await logIn(email.toUpperCase(), owner.password, address)
      isError(t, refused, 429, 'TOO_MANY_REQUESTS')
      const seconds = Number(refused.headers['retry-after'])
      t.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
      isError(t, await logIn(freshEmail(), 'wrong', address), 401, 'CREDENTIALS_INVALID')
    }
    const elsewhere = await logIn(owner.email, owner.password, freshAddress())
    t.equal(elsewhere.statusCode, 200, 'the owner is not locked out')
  },
)

t.test('the owner of an account signs in while a hundred addresses guess', async (t) => {
  const { app, tokenTo } = await buildWithMail(t, limits)
  const logIn = clientOf(app)
  const { email, password } = await register(app)
  const home = freshAddress()
  const cookie = cookieOf(await logIn(email, password, home))
  const addresses = Array.from({ length: maxPerAccount + 1 }, freshAddress)
  const seen: number[] = []
  for (const address of addresses) seen.push((await logIn(email, 'wrong', address)).statusCode)
  t.same(new Set(seen.slice(0, -1)), new Set([401]))
  t.equal(seen.at(-1), 429)
  const refused = await logIn(email, password, freshAddress())
  isError(t, refused, 429, 'TOO_MANY_REQUESTS')
  t.match(refused.json().message, /choose a new password by mail/)
  t.equal((await logIn(email, password, freshAddress(), { cookie })).statusCode, 200, 'a browser')
  t.equal((await logIn(email, password, home)).statusCode, 200, 'the address of a session')

  await sender(app, '/api/auth/password/forgot')({ email }, freshAddress())
  const fresh = 'tidal umbrella orchard'
  const proof = { token: await tokenTo(email, 'rst'), password: fresh }
  const reset = await sender(app, '/api/auth/password/reset')(proof, freshAddress())
  const proven = { cookie: cookieOf(reset) }
  t.equal((await logIn(email, fresh, freshAddress(), proven)).statusCode, 200, 'after a reset')
  const former = await logIn(email, fresh, freshAddress(), { cookie })
  isError(t, former, 429, 'TOO_MANY_REQUESTS')
})

t.test('a known device is not locked out by failures at its own address', async (t) => {
  const { email, password } = await register(app)
  const address = freshAddress()
  const cookie = cookieOf(await logIn(email, password, address))
  const seen = await statuses(15, () => logIn(email, 'wrong', address))
  t.equal(seen.at(-1), 429)
  isError(t, await logIn(email, password, address), 429, 'TOO_MANY_REQUESTS')
  const known = await logIn(email, password, address, { cookie })
  t.equal(known.statusCode, 200, known.body)
})

t.test('a known device is delayed after too many failures, and not rejected', async (t) => {
  const { email, password } = await register(app)
  const address = freshAddress()
  const cookie = cookieOf(await logIn(email, password, address))
  const seen = await statuses(4, () => logIn(email, 'wrong', address, { cookie }))
  t.same(seen, [401, 401, 401, 401])
  t.equal((await logIn(email, password, address, { cookie })).statusCode, 200)
})

t.test('a device is known only to the accounts that it logged in to', async (t) => {
  const [mallory, victim] = [await register(app), await register(app)]
  const address = freshAddress()
  const [, value] = cookieOf(await logIn(mallory.email, mallory.password, address)).split('=')
  const [name] = cookieOf(await logIn(victim.email, victim.password, freshAddress())).split('=')
  const forged = [`${name}=${value}`, `${name}=a.9999999999.default.${'x'.repeat(43)}`, `${name}=`]
  for (const cookie of forged) {
    const address = freshAddress()
    const seen = await statuses(5, () => logIn(victim.email, 'wrong', address, { cookie }))
    t.equal(seen[4], 429, cookie)
  }
})

t.test('a successful login counts only for its address', async (t) => {
  const { email, password } = await register(app)
  const address = freshAddress()
  const seen = await statuses(15, () => logIn(email, password, address))
  t.same(new Set(seen.slice(0, 14)), new Set([200]))
  t.equal(seen[14], 429)
})

t.test('concurrent attempts do not exceed the limit', async (t) => {
  const [email, address] = [freshEmail(), freshAddress()]
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => logIn(email, 'wrong', address)),
  )
  t.equal(answers.filter(({ statusCode }) => statusCode === 401).length, 4)
  t.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 8)
})

t.test('instances share their counts', async (t) => {
  const [first, second] = [logIn, clientOf(await build(t))]
  const [email, address] = [freshEmail(), freshAddress()]
  for (const logIn of [first, second, first, second]) {
    t.equal((await logIn(email, 'wrong', address)).statusCode, 401)
  }
  for (const logIn of [first, second]) {
    t.equal((await logIn(email, 'wrong', address)).statusCode, 429)
  }
})

t.test('addresses of one IPv6 network share a count', async (t) => {
  const group = () => randomBytes(2).toString('hex')
  const network = ['2001', 'db8', group(), group()].join(':')
  const email = freshEmail()
  const seen = await statuses(5, () => logIn(email, 'wrong', `${network}::${group()}`))
  t.equal(seen[4], 429)
})

t.test('registrations count for their address', async (t) => {
  const app = await build(t, { REGISTRATIONS_PER_ADDRESS_PER_MINUTE: 4 })
  const send = sender(app, '/api/auth/register')
  const address = freshAddress()
  const attempt = () =>
    send(
      {
        organizationName: freshName('org'),
        name: 'Ada',
        email: freshEmail(),
        password: 'correct horse',
      },
      address,
    )
  t.same(await statuses(5, attempt), [201, 201, 201, 201, 429])
  isError(t, await attempt(), 429, 'TOO_MANY_REQUESTS')
})

t.test('password changes are throttled like logins', async (t) => {
  const { email, password, token } = await register(app)
  const remoteAddress = freshAddress()
  const attempt = (currentPassword: string) =>
    app.inject({
      method: 'PUT',
      url: '/api/auth/password',
      headers: { authorization: `Bearer ${token}` },
      payload: { currentPassword, newPassword: 'a new password' },
      remoteAddress,
    })
  t.same(await statuses(5, () => attempt('wrong')), [400, 400, 400, 400, 429])
  isError(t, await attempt(password), 429, 'TOO_MANY_REQUESTS')
  t.equal((await logIn(email, password, remoteAddress)).statusCode, 429)
})

t.test('without Redis each instance counts by itself and allows half', async (t) => {
  const app = await buildApp(t, { ...limits, REDIS_URL: 'redis://127.0.0.1:1' })
  const logIn = clientOf(app)
  const { email, password } = await register(app)
  const address = freshAddress()
  t.equal((await logIn(email, password, address)).statusCode, 200)
  t.same(await statuses(4, () => logIn(email, 'wrong', address)), [401, 401, 429, 429])
  t.equal((await logIn(email, password, freshAddress())).statusCode, 200, 'elsewhere')
  const cookie = cookieOf(await logIn(email, password, freshAddress()))
  t.equal((await logIn(email, password, address, { cookie })).statusCode, 200, 'a known device')
  t.same(
    await statuses(3, () => logIn(freshEmail(), 'wrong', address)),
    [401, 401, 429],
    'five had come from there already',
  )
})
