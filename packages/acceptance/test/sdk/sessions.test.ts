import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createClient,
  createSession,
  logIn,
  logOut,
  orThrow,
  personalToken,
  upload,
  VitrineError,
} from '@vitrine/sdk'
import { fileStore } from '@vitrine/sdk/node'
import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount, outdated } from '../account.js'
import { startServices } from '../services.js'
import { firstAnswers, startProxy } from './proxy.js'

const services = await startServices(t)
const refresh = 'POST /api/auth/refresh'
const refreshesOf = (calls: readonly string[]) => calls.filter((call) => call === refresh).length

t.test('twenty parallel calls with an expired token make one refresh', async (t) => {
  const proxy = await startProxy(t, services)
  const { vitrine, session, refreshToken } = await newAccount(proxy.url)
  await session.start({ accessToken: outdated, refreshToken })
  const answers = await Promise.all(Array.from({ length: 20 }, () => vitrine.GET('/api/auth/me')))
  t.same(new Set(answers.map(({ response }) => response.status)), new Set([200]))
  t.equal(refreshesOf(proxy.calls), 1)
  t.not((await session.tokens())?.refreshToken, refreshToken)
})

t.test('a refresh whose answer is lost does not end the session', async (t) => {
  const proxy = await startProxy(t, services, { cuts: firstAnswers(2, /refresh$/) })
  const { vitrine, session, refreshToken } = await newAccount(proxy.url)
  await session.start({ accessToken: outdated, refreshToken })
  const { response } = await vitrine.GET('/api/auth/me')
  t.equal(response.status, 200)
  t.equal(refreshesOf(proxy.calls), 3)
})

t.test('an ended session is forgotten without a refresh', async (t) => {
  const proxy = await startProxy(t, services)
  const { vitrine, session } = await newAccount(proxy.url)
  const kept = await session.tokens()
  await logOut(vitrine)
  t.equal(await session.tokens(), null)
  await session.start(kept)
  const { error } = await vitrine.GET('/api/auth/me')
  t.equal(error?.code, 'SESSION_ENDED')
  t.equal(refreshesOf(proxy.calls), 0)
  t.equal(await session.tokens(), null)
})

t.test('a refresh token that is not valid ends the session', async (t) => {
  const { vitrine, session } = await newAccount(services.management.url)
  await session.start({ accessToken: outdated, refreshToken: 'none' })
  await t.rejects(orThrow(vitrine.GET('/api/auth/me')), { status: 401, code: 'TOKEN_INVALID' })
  t.equal(await session.tokens(), null)
})

t.test('an upload with an expired token refreshes and makes one asset', async (t) => {
  const { vitrine, session, projectId, refreshToken } = await newAccount(services.management.url)
  await session.start({ accessToken: outdated, refreshToken })
  const file = new Blob([new Uint8Array(await jpeg())])
  const progress: number[] = []
  const onProgress = ({ loaded }: { loaded: number }) => progress.push(loaded)
  const asset = await upload(vitrine, { projectId, file, filename: 'a.jpg', onProgress })
  t.equal(asset.filename, 'a.jpg')
  t.equal(progress.at(-1), file.size)
  const { data } = await vitrine.GET('/api/projects/{projectId}/assets', {
    params: { path: { projectId } },
  })
  t.equal(data?.totalElements, 1)
})

t.test('clients that share a file refresh once, and the file is private', async (t) => {
  const proxy = await startProxy(t, services)
  const { refreshToken } = await newAccount(proxy.url)
  const path = join(t.testdir(), 'vitrine', 'session.json')
  await createSession(fileStore(path)).start({ accessToken: outdated, refreshToken })
  // Each has a store of its own, as another process would.
  const clients = Array.from({ length: 5 }, () =>
    createClient({ baseUrl: proxy.url, session: createSession(fileStore(path)) }),
  )
  const answers = await Promise.all(clients.map((vitrine) => vitrine.GET('/api/auth/me')))
  t.same(new Set(answers.map(({ response }) => response.status)), new Set([200]))
  t.equal(refreshesOf(proxy.calls), 1)
  t.equal((await stat(path)).mode & 0o777, 0o600)
  await t.rejects(stat(`${path}.lock`), { code: 'ENOENT' })
})

t.test('a login starts the session; a wrong password is an error with a code', async (t) => {
  const { management } = services
  const { registration } = await newAccount(management.url)
  const { email, password } = registration
  const vitrine = createClient({ baseUrl: management.url, session: createSession() })
  const wrong = await logIn(vitrine, { email, password: 'another password' }).catch((e) => e)
  t.ok(wrong instanceof VitrineError)
  t.match(wrong, { status: 401, code: 'CREDENTIALS_INVALID', requestId: /\w/, details: [] })
  await logIn(vitrine, { email, password })
  t.equal((await orThrow(vitrine.GET('/api/auth/me'))).email, email)
})

t.test('a personal access token needs no session', async (t) => {
  const { vitrine, registration, organizationId, projectId } = await newAccount(
    services.management.url,
  )
  const { password } = registration
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { token } = await orThrow(
    vitrine.POST('/api/auth/tokens', {
      body: { name: 'CI', organizationId, projectId, role: 'VIEWER', expiresAt, password },
    }),
  )
  const baseUrl = services.management.url
  const ci = createClient({ baseUrl, session: personalToken(token) })
  const params = { path: { projectId } }
  t.equal((await orThrow(ci.GET('/api/projects/{projectId}', { params }))).id, projectId)
  await t.rejects(orThrow(ci.DELETE('/api/projects/{projectId}', { params })), {
    code: 'FORBIDDEN',
  })
})
