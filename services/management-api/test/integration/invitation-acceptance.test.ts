import { freshEmail } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const { organizationId } = owner
const anyone = createClient(app)
const accept = (body: object) => anyone.post('/api/auth/invitations/accept', body)
const account = { name: 'Bo', password: 'correct horse' }
const roleOf = async (userId: string) => {
  const where = { organizationId_userId: { organizationId, userId } }
  return (await database.membership.findUnique({ where }))?.role
}

t.test('a new person gets an account, the role, and a session as after a login', async (t) => {
  const { token, email } = await invite(owner, organizationId, { role: 'EDITOR' })
  const response = await accept({ token, ...account })
  t.equal(response.statusCode, 200)
  const { accessToken, refreshToken, user, ...rest } = response.json()
  t.same(rest, { tokenType: 'Bearer', expiresIn: 900, organizationId })
  t.match(user, { name: 'Bo', email })
  t.type(refreshToken, 'string')
  t.equal(await roleOf(user.id), 'EDITOR')
  const me = (await createClient(app, accessToken).get('/api/auth/me')).json()
  t.match(me.organizations, [{ id: organizationId, role: 'EDITOR' }])
  const login = await anyone.post('/api/auth/login', { email, password: account.password })
  t.same(Object.keys(login.json()).sort(), Object.keys(response.json()).sort())
  t.equal(login.json().organizationId, organizationId)
})

t.test('a new account needs a name, and a password of 8 to 72 bytes', async (t) => {
  const { token } = await invite(owner, organizationId)
  const table: [body: object, fields: string[]][] = [
    [{}, ['name', 'password']],
    [{ name: 'Bo' }, ['password']],
    [{ password: account.password }, ['name']],
    [{ name: ' ', password: account.password }, ['name']],
    [{ name: 'Bo', password: '1234567' }, ['password']],
    [{ name: 'Bo', password: 'qwertyuiop' }, ['password']],
    [{ name: 'Boris', password: 'boris the first' }, ['password']],
    [{ name: 'Bo', password: 'first.example' }, ['password']],
    [{ name: 'Bo', password: 'é'.repeat(37) }, ['password']],
    [{ ...account, role: 'OWNER', email: 'me@example.test' }, ['role', 'email']],
  ]
  for (const [body, fields] of table) {
    const what = JSON.stringify(body)
    const response = await accept({ token, ...body })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields, what })
  }
  t.equal((await accept({ token, ...account })).statusCode, 200, 'the token is still valid')
})

t.test(
  'without the right password, no answer reveals whether the e-mail has an account',
  async (t) => {
    const person = await register(app)
    const answersTo = async (email: string) => {
      const { token } = await invite(owner, organizationId, { email })
      const bodies = [
        ...[{}, { name: 'Bo' }, { password: 'quite another one' }, { password: '' }],
        ...[
          { name: 'Bo', password: '1234567' },
          { name: 'Bo', password: 'qwertyuiop' },
        ],
        { name: 'Bo', password: 'first.example' },
      ]
      const answers = []
      for (const body of bodies) {
        const { statusCode, body: text } = await accept({ token, ...body })
        const { requestId, timestamp, ...error } = JSON.parse(text)
        answers.push({ statusCode, error })
      }
      return answers
    }
    t.same(await answersTo(person.email), await answersTo(freshEmail()))
  },
)

t.test('an existing account joins only with its password', async (t) => {
  const person = await register(app)
  const { token } = await invite(owner, organizationId, { email: person.email.toUpperCase() })
  const wrong = await accept({ token, name: 'Mallory', password: 'not the password' })
  isError(t, wrong, 401, 'CREDENTIALS_INVALID')
  t.match(wrong.json().message, /password is wrong/)
  const without = await accept({ token, name: 'Mallory' })
  isError(t, without, 400, 'VALIDATION_FAILED', { fields: ['password'] })
  t.equal(await roleOf(person.userId), undefined)
  const response = await accept({ token, name: 'Mallory', password: person.password })
  t.equal(response.statusCode, 200)
  t.match(response.json(), { organizationId, user: { id: person.userId, name: 'Ada Example' } })
  t.equal(await roleOf(person.userId), 'VIEWER')
  const me = (await person.get('/api/auth/me')).json()
  t.match(me.organizations, [{ id: person.organizationId }, { id: organizationId }])
})

t.test('a logged-in person accepts with the access token, without a password', async (t) => {
  const person = await register(app)
  const { token } = await invite(owner, organizationId, { email: person.email.toUpperCase() })
  const response = await person.post('/api/auth/invitations/accept', { token })
  t.equal(response.statusCode, 200, response.body)
  t.match(response.json(), { organizationId, user: { id: person.userId, email: person.email } })
  t.equal(await roleOf(person.userId), 'VIEWER')
  const session = createClient(app, response.json().accessToken)
  t.equal((await session.get(`/api/organizations/${organizationId}`)).statusCode, 200)
  t.equal((await person.get('/api/auth/me')).statusCode, 200, 'the current session stays valid')
})

t.test(
  'the token of another account is 403, an invalid token 401, and neither accepts',
  async (t) => {
    const [person, other] = [await register(app), await register(app)]
    for (const email of [person.email, freshEmail()]) {
      const { token } = await invite(owner, organizationId, { email })
      const body = { token, ...account, password: person.password }
      const response = await other.post('/api/auth/invitations/accept', body)
      isError(t, response, 403, 'FORBIDDEN')
      t.match(response.json().message, /another account/)
    }
    const { token } = await invite(owner, organizationId, { email: person.email })
    const broken = createClient(app, `${person.token}x`)
    const body = { token, password: person.password }
    const refused = await broken.post('/api/auth/invitations/accept', body)
    isError(t, refused, 401, 'TOKEN_INVALID')
    await anyone.post('/api/auth/logout', { refreshToken: person.refreshToken })
    const ended = await person.post('/api/auth/invitations/accept', body)
    isError(t, ended, 401, 'SESSION_ENDED')
    for (const { userId } of [person, other]) t.equal(await roleOf(userId), undefined)
    t.equal((await accept(body)).statusCode, 200, 'without an access token the password is checked')
  },
)

t.test('unknown, used and expired tokens are rejected alike', async (t) => {
  const used = await invite(owner, organizationId)
  t.equal((await accept({ token: used.token, ...account })).statusCode, 200)
  const expired = await invite(owner, organizationId)
  const expiresAt = new Date(Date.now() - 1000)
  await database.invitation.update({ where: { id: expired.id }, data: { expiresAt } })
  const tokens = [
    used.token,
    expired.token,
    `${expired.token}x`,
    '',
    'inv_',
    `inv_${'x'.repeat(43)}`,
  ]
  for (const token of tokens) {
    const what = token.slice(0, 8)
    isError(t, await accept({ token, ...account }), 404, 'INVITATION_INVALID', { what })
  }
  const table = [{}, { token: null }, { token: 7 }, { token: 'x'.repeat(201) }]
  for (const body of table) {
    isError(t, await accept({ ...account, ...body }), 400, 'VALIDATION_FAILED', {
      fields: ['token'],
    })
  }
})

t.test('if a new account accepts concurrently, one call succeeds', async (t) => {
  const { token, email } = await invite(owner, organizationId)
  const responses = await Promise.all([1, 2, 3].map(() => accept({ token, ...account })))
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  t.equal(statuses[0], 200)
  t.notOk(
    statuses.slice(1).some((status) => ![401, 404].includes(status)),
    String(statuses),
  )
  t.equal(await database.user.count({ where: { emailKey: email } }), 1)
})

t.test('if an existing account accepts concurrently, one call succeeds', async (t) => {
  const person = await register(app)
  const { token } = await invite(owner, organizationId, { email: person.email })
  const body = { token, password: person.password }
  const responses = await Promise.all([1, 2, 3].map(() => accept(body)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 404, 404])
})

t.test('a person who has already become a member keeps their role', async (t) => {
  const person = await register(app)
  const { userId, email, password } = person
  const { token } = await invite(owner, organizationId, { email, role: 'ADMIN' })
  await database.membership.create({ data: { organizationId, userId, role: 'EDITOR' } })
  isError(t, await accept({ token, password }), 409, 'ALREADY_MEMBER')
  t.equal(await roleOf(userId), 'EDITOR')
})

t.test('a person who left can be invited again, and the old token stays used', async (t) => {
  const email = freshEmail()
  const first = await invite(owner, organizationId, { email })
  const { user, accessToken } = (await accept({ token: first.token, ...account })).json()
  const self = `/api/organizations/${organizationId}/members/${user.id}`
  t.equal((await createClient(app, accessToken).delete(self)).statusCode, 204)
  isError(t, await accept({ token: first.token, ...account }), 404, 'INVITATION_INVALID')
  const second = await invite(owner, organizationId, { email, role: 'EDITOR' })
  t.equal((await accept({ token: second.token, password: account.password })).statusCode, 200)
  t.equal(await roleOf(user.id), 'EDITOR')
})

t.test(
  'the holder of a token sees who invites to what, as long as it can be accepted',
  async (t) => {
    const { token, email, expiresAt } = await invite(owner, organizationId, { role: 'EDITOR' })
    const lookup = () => anyone.post('/api/auth/invitations/lookup', { token })
    const { name: organization } = (await owner.get(`/api/organizations/${organizationId}`)).json()
    t.same((await lookup()).json(), {
      organization,
      invitedBy: 'Ada Example',
      email,
      role: 'EDITOR',
      expiresAt,
    })
    await accept({ token, ...account })
    isError(t, await lookup(), 404, 'INVITATION_INVALID')
  },
)
