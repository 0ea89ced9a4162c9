import { createHmac } from 'node:crypto'
import type { App } from '@vitrine/http'
import { freshEmail, freshName } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, register } from '../client.js'
import { isError } from '../error-answer.js'

const older = 'the-older-secret-of-these-tests-0001'
const newer = 'the-newer-secret-of-these-tests-0002'

/** The configuration of two replicas during each step: one has been updated, the other has not. */
const steps: Record<string, { JWT_SECRET?: string; JWT_SECRETS?: string }[]> = {
  'the new secret is added': [
    { JWT_SECRET: older },
    { JWT_SECRETS: `default:${older}, new:${newer}` },
  ],
  'the new secret signs': [
    { JWT_SECRETS: `default:${older},new:${newer}` },
    { JWT_SECRETS: `new:${newer},default:${older}` },
  ],
  'the old secret is removed': [
    { JWT_SECRETS: `new:${newer},default:${older}` },
    { JWT_SECRETS: `new:${newer}` },
  ],
}

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
const refresh = (app: App, refreshToken: string) =>
  createClient(app).post('/api/auth/refresh', { refreshToken })

async function accepts(t: Test, app: App, token: string, what: string) {
  const { statusCode } = await createClient(app, token).get('/api/auth/me')
  t.equal(statusCode, 200, what)
}

/** Refreshes a session at one replica and replays that at the other. @returns the newest token. */
async function goesOn(t: Test, refreshToken: string, first: App, second: App): Promise<string> {
  const rotated = await refresh(first, refreshToken)
  t.equal(rotated.statusCode, 200, rotated.body)
  const replayed = await refresh(second, refreshToken)
  t.equal(replayed.statusCode, 200, replayed.body)
  t.equal(replayed.json().refreshToken, rotated.json().refreshToken, 'the same successor')
  for (const { accessToken } of [rotated.json(), replayed.json()]) {
    await accepts(t, first, accessToken, 'at the first')
    await accepts(t, second, accessToken, 'at the second')
  }
  return rotated.json().refreshToken
}

async function answersAgain(t: Test, first: App, second: App) {
  const call = {
    method: 'POST' as const,
    url: '/api/auth/register',
    headers: { 'idempotency-key': freshName('key') },
    payload: {
      organizationName: freshName('org'),
      name: 'Ann',
      email: freshEmail(),
      password: 'correct horse battery',
    },
  }
  const made = await createClient(first).send(call)
  t.equal(made.statusCode, 201, made.body)
  const again = await createClient(second).send(call)
  t.equal(again.headers['idempotency-replayed'], 'true', again.body)
  t.equal(again.body, made.body)
}

t.test('no session is lost while a secret is replaced, at either replica', async (t) => {
  const before = await build(t, { JWT_SECRET: older })
  const people = [await register(before), await register(before)]
  let tokens = people.map(({ refreshToken }) => refreshToken)
  for (const [what, settings] of Object.entries(steps)) {
    await t.test(`while ${what}`, async (t) => {
      const replicas = await Promise.all(settings.map((setting) => build(t, setting)))
      const [one, other] = replicas as [App, App]
      tokens = await Promise.all([
        goesOn(t, tokens[0] ?? '', one, other),
        goesOn(t, tokens[1] ?? '', other, one),
      ])
      await answersAgain(t, one, other)
      await answersAgain(t, other, one)
    })
  }
})

t.test('a token names the secret that signed it', async (t) => {
  const single = await register(await build(t, { JWT_SECRET: older }))
  t.equal(headerOf(single.token).kid, 'default')
  const named = await register(await build(t, { JWT_SECRETS: `k2:${newer},k1:${older}` }))
  t.equal(headerOf(named.token).kid, 'k2')
})

t.test('a token of the previous release, without a key id, is still verified', async (t) => {
  const app = await build(t, { JWT_SECRETS: `new:${newer},default:${older}` })
  const { token } = await register(app)
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
  const signed = `${header}.${token.split('.')[1]}`
  const sign = (secret: string) =>
    `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  await accepts(t, app, sign(older), 'signed by the secret named default')
  const forged = await createClient(app, sign(newer)).get('/api/auth/me')
  isError(t, forged, 401, 'TOKEN_INVALID')
})

t.test('a token with an unknown or different key id is rejected', async (t) => {
  const app = await build(t, { JWT_SECRETS: `new:${newer},old:${older}` })
  const { token } = await register(app)
  for (const kid of ['k9', '', '__proto__', 'constructor', 'old', 7, null, ['new'], { new: 1 }]) {
    const header = { ...headerOf(token), kid }
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    const signed = `${head}.${token.split('.')[1]}`
    const signature = createHmac('sha256', newer).update(signed).digest('base64url')
    const response = await createClient(app, `${signed}.${signature}`).get('/api/auth/me')
    isError(t, response, 401, 'TOKEN_INVALID', { what: JSON.stringify(kid) })
  }
})

t.test(
  'an answer encrypted by a removed secret is a 409, and the call has no effect',
  async (t) => {
    const owner = await register(await build(t, { JWT_SECRETS: `old:${older}` }))
    const both = await build(t, { JWT_SECRETS: `old:${older},new:${newer}` })
    const call = {
      method: 'POST' as const,
      url: `/api/organizations/${owner.organizationId}/projects`,
      headers: { 'idempotency-key': freshName('key') },
      payload: { name: freshName('Once') },
    }
    t.equal((await createClient(both, owner.token).send(call)).statusCode, 201)
    const after = await build(t, { JWT_SECRETS: `new:${newer}` })
    const { accessToken } = (await refresh(after, owner.refreshToken)).json()
    const client = createClient(after, accessToken)
    isError(t, await client.send(call), 409, 'SECRET_REVOKED')
    t.equal((await client.get(call.url)).json().totalElements, 1)
  },
)

t.test(
  'a replay after the removal of its secret is rejected, and the session stays valid',
  async (t) => {
    const before = await build(t, { JWT_SECRETS: `old:${older}` })
    const { refreshToken } = await register(before)
    const successor = (await refresh(before, refreshToken)).json().refreshToken
    const after = await build(t, { JWT_SECRETS: `new:${newer}` })
    isError(t, await refresh(after, refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    t.equal((await refresh(after, successor)).statusCode, 200)
  },
)
