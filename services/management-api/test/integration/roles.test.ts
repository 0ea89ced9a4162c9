import { randomUUID } from 'node:crypto'
import type { Role } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { createClient, createProject, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { call, endpoints, nameOf } from '../endpoints.js'
import { isError } from '../error-answer.js'
import { createOneOfEach } from '../one-of-each.js'
import { createScene } from '../scene.js'

const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const satisfies Role[]

const database = openDatabase(t)
const { app, owner, project } = await createScene(t)

/** A user in the given role, without another organization. */
async function join({ organizationId }: Owner, role: Role) {
  const user = {
    name: role,
    email: role,
    emailKey: randomUUID(),
    passwordHash: '',
    sessions: { create: {} },
  }
  const { id: userId } = await database.user.create({ data: user, select: { id: true } })
  await database.membership.create({ data: { organizationId, userId, role } })
  return { userId, ...createClient(app, app.jwt.sign({ sub: userId })) }
}

for (const role of roles) {
  t.test(`${role} may make the calls of this role and of lower ones only`, async (t) => {
    // The last of the calls deletes the organization.
    const owner = await register(app)
    const place = await createOneOfEach(app, owner)
    const member = await join(owner, role)
    for (const endpoint of endpoints) {
      if (endpoint.role === undefined) continue
      const response = await call(member, endpoint, place)
      const what = `${role}: ${nameOf(endpoint)}`
      if (roles.indexOf(role) < roles.indexOf(endpoint.role)) {
        isError(t, response, 403, 'FORBIDDEN', { what })
        t.equal(response.json().message, `This needs the role ${endpoint.role}; yours is ${role}.`)
      } else {
        t.match(response.statusCode, /^20[014]$/, what)
      }
    }
  })
}

t.test('a removed, lowered or raised role applies from the next call', async (t) => {
  const member = await join(owner, 'ADMIN')
  const rename = () => member.put(`/api/organizations/${owner.organizationId}`, { name: 'New' })
  t.equal((await rename()).statusCode, 200)
  const where = { userId: member.userId }
  await database.membership.updateMany({ where, data: { role: 'EDITOR' } })
  isError(t, await rename(), 403, 'FORBIDDEN')
  await database.membership.updateMany({ where, data: { role: 'OWNER' } })
  t.equal((await rename()).statusCode, 200)
  await database.membership.deleteMany({ where })
  isError(t, await rename(), 403, 'FORBIDDEN')
  isError(t, await member.get(`/api/projects/${project.id}`), 403, 'FORBIDDEN')
})

t.test('a member of two organizations has a separate role in each', async (t) => {
  const other = await register(app)
  const elsewhere = await createProject(other)
  const data = {
    organizationId: owner.organizationId,
    userId: other.userId,
    role: 'VIEWER',
  } as const
  await database.membership.create({ data })
  const name = { name: 'Key' }
  t.equal((await other.post(`/api/projects/${elsewhere.id}/api-keys`, name)).statusCode, 201)
  t.equal((await other.get(`/api/projects/${project.id}`)).statusCode, 200)
  isError(t, await other.post(`/api/projects/${project.id}/api-keys`, name), 403, 'FORBIDDEN')
})
