import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, register } from '../client.js'

const app = await build(t)
const owner = await register(app)
const { email, password, organizationId } = owner

t.test('a login sets a device cookie for the paths of accounts only', async (t) => {
  const { cookies } = await createClient(app).post('/api/auth/login', { email, password })
  t.equal(cookies.length, 1)
  t.match(cookies[0], {
    name: /^vitrine-device-[0-9a-f]{12}$/,
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: 365 * 86_400,
  })
  t.notOk(cookies[0]?.secure, 'over http')
})

t.test('the cookie is Secure if the public address is https', async (t) => {
  const secure = await build(t, { PUBLIC_URL: 'https://vitrine.test' })
  const { cookies } = await createClient(secure).post('/api/auth/login', { email, password })
  t.match(cookies, [{ name: /^__Secure-vitrine-device-/, secure: true }])
})

t.test('registration and accepted invitations set it, and failed logins do not', async (t) => {
  const person = { email: `new-${email}`, password, name: 'Ada', organizationName: 'New' }
  const registered = await createClient(app).post('/api/auth/register', person)
  t.equal(registered.cookies.length, 1)
  const { token } = await invite(owner, organizationId)
  const body = { token, name: 'Bo', password }
  const accepted = await createClient(app).post('/api/auth/invitations/accept', body)
  t.equal(accepted.cookies.length, 1)
  const failed = await createClient(app).post('/api/auth/login', { email, password: 'wrong' })
  t.same(failed.cookies, [])
})
