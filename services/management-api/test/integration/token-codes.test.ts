import { createHmac, randomUUID } from 'node:crypto'
import type { ErrorCode } from '@vitrine/contracts/errors'
import t, { type Test } from '@vitrine/testing/t'
import { build, jwtSecret } from '../build.js'
import { createClient, createProject, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { call, endpoints, nameOf, type PathIds } from '../endpoints.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const anyone = createClient(app)
const project = await createProject(owner)
const id = randomUUID()
const place: PathIds = {
  ...{ orgId: owner.organizationId, projectId: project.id },
  ...{ assetId: id, widgetId: id, keyId: id, userId: id, invitationId: id, folderId: id },
  ...{ jobId: id, presetName: 'card', signingKeyId: 'k1' },
}
const guarded = endpoints.filter(({ isOpen }) => isOpen !== true)

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** The same token with other claims, signed with the service's secret. */
function changed(token: string, claims: object): string {
  const payload = { ...claimsOf(token), ...claims }
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(payload)}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}

const logIn = async ({ email, password }: Owner) =>
  (await anyone.post('/api/auth/login', { email, password })).json()
const endedToken = async (person: Owner): Promise<string> => {
  const { accessToken, refreshToken } = await logIn(person)
  t.equal((await anyone.post('/api/auth/logout', { refreshToken })).statusCode, 204)
  return accessToken
}

async function isEverywhere(t: Test, token: string | undefined, code: ErrorCode, at = place) {
  for (const endpoint of guarded) {
    const response = await call(createClient(app, token), endpoint, at)
    isError(t, response, 401, code, { what: nameOf(endpoint) })
    const challenge = response.headers['www-authenticate']
    if (code === 'TOKEN_MISSING') t.equal(challenge, 'Bearer realm="vitrine"')
    else
      t.match(challenge, /^Bearer realm="vitrine", error="invalid_token", error_descr.+="[^"]+"$/)
  }
}

t.test('every protected route distinguishes an expired token', async (t) => {
  const past = Math.floor(Date.now() / 1000) - 10
  await isEverywhere(t, changed(owner.token, { exp: past }), 'TOKEN_EXPIRED')
})

t.test('an ended session is reported also to strangers and at unknown addresses', async (t) => {
  const token = await endedToken(await register(app))
  await isEverywhere(t, token, 'SESSION_ENDED')
  await isEverywhere(t, token, 'SESSION_ENDED', { ...place, orgId: id, projectId: id })
})

t.test('each of the four codes has its own message', async (t) => {
  const past = Math.floor(Date.now() / 1000) - 10
  const expired = changed(owner.token, { exp: past })
  const tokens = [undefined, expired, `${owner.token}x`, await endedToken(owner)]
  const messages = await Promise.all(
    tokens.map(
      async (token) => (await createClient(app, token).get('/api/auth/me')).json().message,
    ),
  )
  t.equal(new Set(messages).size, 4, messages.join('\n'))
})

t.test('a token must name a session of its own account', async (t) => {
  const { sid } = claimsOf(owner.token)
  t.ok(await database.session.findUnique({ where: { id: sid, userId: owner.userId } }))
  const refreshed = await anyone.post('/api/auth/refresh', { refreshToken: owner.refreshToken })
  t.equal(claimsOf(refreshed.json().accessToken).sid, sid, 'a refresh keeps the session')
  t.not(claimsOf((await logIn(owner)).accessToken).sid, sid, 'a login starts another session')
  const stranger = await register(app)
  const crossed = changed(owner.token, { sid: claimsOf(stranger.token).sid })
  isError(t, await createClient(app, crossed).get('/api/auth/me'), 401, 'SESSION_ENDED')
  const mangled = changed(owner.token, { sid: 'x' })
  isError(t, await createClient(app, mangled).get('/api/auth/me'), 401, 'TOKEN_INVALID')
})

t.test('a token of the previous release is valid while its account has a session', async (t) => {
  const person = await register(app)
  const client = createClient(app, changed(person.token, { sid: undefined }))
  const organization = `/api/organizations/${person.organizationId}`
  for (const url of ['/api/auth/me', organization]) t.equal((await client.get(url)).statusCode, 200)
  await anyone.post('/api/auth/logout', { refreshToken: person.refreshToken })
  for (const url of ['/api/auth/me', organization]) {
    isError(t, await client.get(url), 401, 'SESSION_ENDED')
  }
})

t.test(
  'reuse of a refresh token long after it was spent ends the session’s access tokens',
  async (t) => {
    const person = await register(app)
    const { refreshToken } = person
    t.equal((await anyone.post('/api/auth/refresh', { refreshToken })).statusCode, 200)
    const where = { session: { userId: person.userId }, NOT: { spentAt: null } }
    const spentAt = new Date(Date.now() - 11_000)
    await database.refreshToken.updateMany({ where, data: { spentAt } })
    t.equal((await anyone.post('/api/auth/refresh', { refreshToken })).statusCode, 401)
    isError(t, await person.get('/api/auth/me'), 401, 'SESSION_ENDED')
  },
)
