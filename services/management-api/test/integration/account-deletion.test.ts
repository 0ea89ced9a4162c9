import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, join, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const anyone = createClient(app)

type Person = Pick<Owner, 'send'>
const deleteMe = (person: Person, body?: object) =>
  person.send({ method: 'DELETE', url: '/api/auth/me', ...(body && { payload: body }) })
const eventsAt = (organizationId: string) =>
  database.auditEvent.findMany({ where: { organizationId, action: 'account.delete' } })

t.test('a member deletes their account, which ends all its sessions', async (t) => {
  const owner = await register(app)
  const person = await join(app, owner, 'EDITOR')
  const { email, password, userId } = person
  const other = (await anyone.post('/api/auth/login', { email, password })).json()
  const response = await deleteMe(person, { password })
  t.equal(response.statusCode, 204, response.body)
  t.equal(response.body, '')
  isError(t, await person.get('/api/auth/me'), 401, 'SESSION_ENDED')
  isError(t, await createClient(app, other.accessToken).get('/api/auth/me'), 401, 'SESSION_ENDED')
  const { refreshToken } = other
  const refresh = await anyone.post('/api/auth/refresh', { refreshToken })
  isError(t, refresh, 401, 'REFRESH_TOKEN_INVALID')
  const login = await anyone.post('/api/auth/login', { email, password })
  isError(t, login, 401, 'CREDENTIALS_INVALID')
  t.equal(await database.user.count({ where: { id: userId } }), 0)
  const account = { organizationName: 'Again', name: 'Ada', email, password }
  t.equal(
    (await anyone.post('/api/auth/register', account)).statusCode,
    201,
    'the address is available again',
  )
})

t.test(
  'the deletion is in the audit logs, and the earlier events of the person remain',
  async (t) => {
    const owner = await register(app)
    const person = await join(app, owner, 'ADMIN')
    await person.put(`/api/organizations/${owner.organizationId}`, { name: 'Renamed' })
    t.equal((await deleteMe(person, { password: person.password })).statusCode, 204)
    const [event, ...others] = await eventsAt(owner.organizationId)
    t.same(others, [])
    t.match(event, {
      actorId: null,
      resourceId: person.userId,
      changes: { role: { from: 'ADMIN', to: null } },
    })
    const where = { organizationId: owner.organizationId, action: 'organization.update' }
    t.match(await database.auditEvent.findMany({ where }), [{ actorId: null }])
  },
)

t.test('open invitations of the person are withdrawn', async (t) => {
  const owner = await register(app)
  const person = await join(app, owner, 'ADMIN')
  const { id } = await invite(person, owner.organizationId)
  await deleteMe(person, { password: person.password })
  t.equal(await database.invitation.count({ where: { id } }), 0)
})

t.test('the last OWNER of an organization cannot delete their account', async (t) => {
  const owner = await register(app)
  const body = { password: owner.password }
  const refused = await deleteMe(owner, body)
  isError(t, refused, 409, 'LAST_OWNER')
  t.match(refused.json().message, /org-/, 'names the organization')
  t.equal((await owner.get('/api/auth/me')).statusCode, 200)
  await join(app, owner, 'OWNER')
  t.equal((await deleteMe(owner, body)).statusCode, 204)
})

t.test('if both owners delete their accounts concurrently, one fails', async (t) => {
  for (let round = 0; round < 3; round++) {
    const owner = await register(app)
    const other = await join(app, owner, 'OWNER')
    const { password } = owner
    const responses = await Promise.all([
      deleteMe(owner, { password }),
      deleteMe(other, { password }),
    ])
    t.same(responses.map(({ statusCode }) => statusCode).sort(), [204, 409])
  }
})

t.test('an account without an organization can be deleted', async (t) => {
  const owner = await register(app)
  await owner.delete(`/api/organizations/${owner.organizationId}`)
  t.equal((await deleteMe(owner, { password: owner.password })).statusCode, 204)
})

t.test('a wrong or missing password changes nothing', async (t) => {
  const owner = await register(app)
  await join(app, owner, 'OWNER')
  isError(t, await deleteMe(owner, { password: 'wrong' }), 400, 'PASSWORD_WRONG', {
    fields: ['password'],
  })
  isError(t, await deleteMe(owner, {}), 400, 'VALIDATION_FAILED', { fields: ['password'] })
  t.equal((await deleteMe(owner)).statusCode, 400)
  t.equal((await owner.get('/api/auth/me')).statusCode, 200)
})
