import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@vitrine/config'
import { backends, readEnvExample, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Config } from '../../src/config.js'
import { build } from '../build.js'
import { register } from '../client.js'
import { openDatabase } from '../dependencies.js'

const local: Partial<Config> = {
  DEMO_LOGIN: 1,
  PUBLIC_URL: 'http://localhost:8080',
  TRUSTED_PROXIES: 'loopback',
}
const program = fileURLToPath(new URL('../../../../prisma/dist/login-code.js', import.meta.url))
const database = openDatabase(t)
const app = await build(t, local)
const owner = await register(app)
const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Stores a code as `npm start` does. */
function storeCode(email = owner.email): string {
  const code = randomBytes(32).toString('base64url')
  execFileSync(process.execPath, [program], {
    env: {
      DATABASE_URL: backends().databaseUrl,
      VITRINE_LOGIN_EMAIL: email,
      VITRINE_LOGIN_CODE_SHA256: hashOf(code).toString('hex'),
    },
  })
  return code
}

/** Over a socket: the call is not in the OpenAPI document, which validates injected calls. */
async function open(t: Test, overrides: Partial<Config> = {}) {
  const service = await build(t, { ...local, ...overrides })
  await until(async () => (await service.inject('/readyz')).json().checks?.cache === 'up')
  const base = await service.listen({ host: '127.0.0.1', port: 0 })
  return (body: object, headers: Record<string, string> = {}) =>
    fetch(`${base}/api/auth/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}

const logIn = await open(t)
const isRefused = async (t: Test, response: Response, what: string) => {
  t.equal(response.status, 401, what)
  t.match(await response.json(), { code: 'CREDENTIALS_INVALID' }, what)
}

t.test('a code logs in once, also if it is sent several times at once', async (t) => {
  const code = storeCode()
  const answers = await Promise.all([1, 2, 3, 4].map(() => logIn({ code })))
  t.same(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
  const session = (await answers.find(({ ok }) => ok)?.json()) as { accessToken: string }
  const authorization = `Bearer ${session.accessToken}`
  const me = await app.inject({ url: '/api/auth/me', headers: { authorization } })
  t.equal(me.json().id, owner.userId)
  await isRefused(t, await logIn({ code }), 'a second time')
})

t.test('the session can be kept in a cookie, by a page of the same origin alone', async (t) => {
  const code = storeCode()
  const body = { code, session: 'cookie' }
  t.equal((await logIn(body, { 'sec-fetch-site': 'cross-site' })).status, 403)
  const response = await logIn(body, { 'sec-fetch-site': 'same-origin' })
  t.equal(response.status, 200, 'the refused call has not spent the code')
  t.match(response.headers.get('set-cookie'), /vitrine-refresh=.+HttpOnly/)
  t.notHas(await response.json(), { refreshToken: '' })
})

t.test('an expired code, an invented one and none are refused alike', async (t) => {
  const code = storeCode()
  const where = { codeHash: new Uint8Array(hashOf(code)) }
  const { expiresAt, createdAt } = await database.loginCode.findUniqueOrThrow({ where })
  t.equal(Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000), 10)
  await database.loginCode.update({ where, data: { expiresAt: new Date() } })
  await isRefused(t, await logIn({ code }), 'expired')
  await isRefused(t, await logIn({ code: randomBytes(32).toString('base64url') }), 'invented')
  await isRefused(t, await logIn({ code: '' }), 'empty')
  await isRefused(t, await logIn({ code: hashOf(storeCode()).toString('hex') }), 'a hash')
  t.equal((await logIn({})).status, 400)
})

t.test('no code is made for an e-mail without an account', async (t) => {
  t.throws(() => storeCode('nobody@vitrine.example'), /no account has this e-mail/)
})

t.test('without the setting, and under a public address, the call does not exist', async (t) => {
  const table: Partial<Config>[] = [
    { DEMO_LOGIN: 0 },
    { PUBLIC_URL: 'https://localhost' },
    { PUBLIC_URL: 'http://images.example' },
    { PUBLIC_URL: 'http://localhost.images.example' },
  ]
  for (const overrides of table) {
    const call = await open(t, overrides)
    t.equal((await call({ code: storeCode() })).status, 404, JSON.stringify(overrides))
  }
})

t.test('a service with the setting and a public address does not start', async (t) => {
  const example = readEnvExample('management-api')
  t.doesNotThrow(() => loadConfig(Config, { ...example, DEMO_LOGIN: '0' }))
  t.throws(() => loadConfig(Config, { ...example, DEMO_LOGIN: '1' }), {
    message: /1 problem\(s\):\n {2}DEMO_LOGIN is only for/,
  })
})

t.test('failures of one address are limited', async (t) => {
  const call = await open(t, { LOGIN_FAILURES_PER_MINUTE: 3 })
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }
  const statuses: number[] = []
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await call({ code: 'x' }, from)).status)
  t.same(statuses, [401, 401, 401, 429])
  const refused = await call({ code: storeCode() }, from)
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) >= 1)
})

t.test('the call is not in the document', async (t) => {
  const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: object }
  t.notOk('/api/auth/demo' in paths)
})
