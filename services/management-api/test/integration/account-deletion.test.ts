import t from 'tap'
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

t.test('a member deletes the own account: it is gone with all its sessions', async (t) => {
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
  t.equal((await anyone.post('/api/auth/register', account)).statusCode, 201, 'the address is free')
})

t.test('the organizations are told of it; what the person did stays in their logs', async (t) => {
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
})

t.test('what the person offered is withdrawn', async (t) => {
  const owner = await register(app)
  const person = await join(app, owner, 'ADMIN')
  const { id } = await invite(person, owner.organizationId)
  await deleteMe(person, { password: person.password })
  t.equal(await database.invitation.count({ where: { id } }), 0)
})

t.test('the last OWNER of an organization cannot', async (t) => {
  const owner = await register(app)
  const body = { password: owner.password }
  const refused = await deleteMe(owner, body)
  isError(t, refused, 409, 'LAST_OWNER')
  t.match(refused.json().message, /org-/, 'names the organization')
  t.equal((await owner.get('/api/auth/me')).statusCode, 200)
  await join(app, owner, 'OWNER')
  t.equal((await deleteMe(owner, body)).statusCode, 204)
})

t.test('of two owners who delete themselves at once one stays', async (t) => {
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

t.test('an account without an organization can', async (t) => {
  const owner = await register(app)
  await owner.delete(`/api/organizations/${owner.organizationId}`)
  t.equal((await deleteMe(owner, { password: owner.password })).statusCode, 204)
})

t.test('a wrong password or none changes nothing', async (t) => {
  const owner = await register(app)
  await join(app, owner, 'OWNER')
  isError(t, await deleteMe(owner, { password: 'wrong' }), 400, 'PASSWORD_WRONG', {
    fields: ['password'],
  })
  isError(t, await deleteMe(owner, {}), 400, 'VALIDATION_FAILED', { fields: ['password'] })
  t.equal((await deleteMe(owner)).statusCode, 400)
  t.equal((await owner.get('/api/auth/me')).statusCode, 200)
})
