import { freshEmail } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)
const client = createClient(app)
const login = (email: unknown, password: unknown) =>
  client.post('/api/auth/login', { email, password } as object)

t.test('a login answers like a registration and starts a new session', async (t) => {
  const response = await login(owner.email, owner.password)
  t.equal(response.statusCode, 200)
  const { accessToken, refreshToken, ...rest } = response.json()
  t.same(rest, {
    tokenType: 'Bearer',
    expiresIn: 900,
    organizationId: owner.organizationId,
    user: { id: owner.userId, name: 'Ada Example', email: owner.email },
  })
  t.match(refreshToken, /^rt_[\w-]{43}$/)
  t.equal((await createClient(app, accessToken).get('/api/auth/me')).statusCode, 200)
  t.equal((await owner.get('/api/auth/me')).statusCode, 200, 'the earlier token stays valid')
  const again = (await login(owner.email, owner.password)).json().refreshToken
  t.not(again, refreshToken)
  const sessions = await openDatabase(t).session.count({ where: { userId: owner.userId } })
  t.equal(sessions, 3)
})

t.test('the e-mail of a login is trimmed and case-insensitive', async (t) => {
  for (const email of [owner.email.toUpperCase(), ` ${owner.email}\t`]) {
    t.equal((await login(email, owner.password)).statusCode, 200, email)
  }
})

t.test('an unknown e-mail and a wrong password get the same answer', async (t) => {
  const bodies = []
  for (const [email, password] of [
    [owner.email, 'wrong password'],
    [freshEmail(), owner.password],
  ]) {
    const response = await login(email, password)
    isError(t, response, 401, 'CREDENTIALS_INVALID')
    const { requestId, timestamp, ...body } = response.json()
    bodies.push(body)
  }
  t.same(bodies[0], bodies[1])
})

t.test('me returns the owner of the token and their organizations', async (t) => {
  const response = await owner.get('/api/auth/me')
  t.equal(response.statusCode, 200)
  const { id, name, email, emailVerified, organizations, ...place } = response.json()
  t.same(Object.keys(place).sort(), ['timeZone', 'token', 'uploadLimits', 'utcOffset'])
  t.equal(emailVerified, false)
  t.same({ id, name, email }, { id: owner.userId, name: 'Ada Example', email: owner.email })
  t.equal(organizations.length, 1)
  const [organization] = organizations
  t.same(Object.keys(organization).sort(), ['id', 'name', 'role', 'slug'])
  t.match(organization, { id: owner.organizationId, name: /^org-/, slug: /^org-/, role: 'OWNER' })
})
