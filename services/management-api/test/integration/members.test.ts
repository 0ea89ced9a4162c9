import { randomUUID } from 'node:crypto'
import type { Role } from '@vitrine/database'
import { freshEmail } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)

/** An organization with an OWNER, and one more person in each role. */
async function staff() {
  const owner = await register(app)
  const url = `/api/organizations/${owner.organizationId}/members`
  const add = async (role: Role) => {
    const user = {
      name: role,
      email: freshEmail(),
      emailKey: randomUUID(),
      passwordHash: '',
      sessions: { create: {} },
    }
    const { id: userId, email } = await database.user.create({ data: user })
    const { organizationId } = owner
    await database.membership.create({ data: { organizationId, userId, role } })
    return { ...createClient(app, app.jwt.sign({ sub: userId })), userId, email, role }
  }
  const people = {
    VIEWER: await add('VIEWER'),
    EDITOR: await add('EDITOR'),
    ADMIN: await add('ADMIN'),
    OWNER: await add('OWNER'),
  }
  const roleOf = async (userId: string) => {
    const { organizationId } = owner
    const where = { organizationId_userId: { organizationId, userId } }
    return (await database.membership.findUnique({ where }))?.role
  }
  return { owner, url, people, roleOf, add }
}

t.test('members are listed with name, e-mail and role', async (t) => {
  const { url, people } = await staff()
  const response = await people.VIEWER.get(url)
  t.equal(response.statusCode, 200)
  const { content } = response.json()
  const { createdAt, ...newest } = content[0]
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  const { userId, email } = people.OWNER
  t.same(newest, { userId, name: 'OWNER', email, role: 'OWNER', revision: 1 })
})

t.test('which role may grant which role to whom', async (t) => {
  const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const
  const { url, people, roleOf, add } = await staff()
  for (const actor of roles) {
    for (const from of roles) {
      const target = await add(from)
      for (const to of roles) {
        const before = await roleOf(target.userId)
        const response = await people[actor].put(`${url}/${target.userId}`, { role: to })
        const touchesOwner = before === 'OWNER' || to === 'OWNER'
        const may = actor === 'OWNER' || (actor === 'ADMIN' && !touchesOwner)
        const what = `${actor}: ${before} to ${to}`
        if (may) {
          t.equal(response.statusCode, 200, what)
          t.match(response.json(), { userId: target.userId, role: to }, what)
        } else isError(t, response, 403, 'FORBIDDEN', { what })
        t.equal(await roleOf(target.userId), may ? to : before, what)
      }
    }
  }
})

t.test('which role may remove whom; anyone may leave', async (t) => {
  const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const
  const { owner, url, people, roleOf, add } = await staff()
  for (const target of roles) {
    for (const actor of roles) {
      const { userId } = await add(target)
      const may = actor === 'OWNER' || (actor === 'ADMIN' && target !== 'OWNER')
      const response = await people[actor].delete(`${url}/${userId}`)
      const what = `${actor} removes ${target}`
      if (may) t.equal(response.statusCode, 204, what)
      else isError(t, response, 403, 'FORBIDDEN', { what })
      t.equal(await roleOf(userId), may ? undefined : target, what)
    }
  }
  for (const person of Object.values(people)) {
    const response = await person.delete(`${url}/${person.userId}`)
    t.equal(response.statusCode, 204, `${person.role} leaves`)
    t.equal(response.body, '')
    isError(t, await person.get(url), 403, 'FORBIDDEN')
    isError(t, await owner.delete(`${url}/${person.userId}`), 404, 'MEMBER_NOT_FOUND')
  }
})

t.test('the last OWNER cannot leave or be demoted; another one can', async (t) => {
  const { owner, url, people } = await staff()
  t.equal((await owner.delete(`${url}/${people.OWNER.userId}`)).statusCode, 204)
  const self = `${url}/${owner.userId}`
  isError(t, await owner.delete(self), 409, 'LAST_OWNER')
  isError(t, await owner.put(self, { role: 'ADMIN' }), 409, 'LAST_OWNER')
  t.equal((await owner.put(self, { role: 'OWNER' })).statusCode, 200, 'a no-op')
  t.equal((await owner.put(`${url}/${people.ADMIN.userId}`, { role: 'OWNER' })).statusCode, 200)
  t.equal((await owner.put(self, { role: 'VIEWER' })).statusCode, 200)
  isError(t, await people.ADMIN.delete(`${url}/${people.ADMIN.userId}`), 409, 'LAST_OWNER')
})

t.test('if owners remove themselves or each other concurrently, one stays', async (t) => {
  for (let round = 0; round < 5; round++) {
    const owner = await register(app)
    const other = await join(app, owner, 'OWNER')
    const url = `/api/organizations/${owner.organizationId}/members`
    const [own, others] = [`${url}/${owner.userId}`, `${url}/${other.userId}`]
    const pairs = [
      [() => owner.delete(own), () => other.delete(others)],
      [() => owner.delete(others), () => other.delete(own)],
      [() => owner.put(own, { role: 'VIEWER' }), () => other.put(others, { role: 'VIEWER' })],
      [() => owner.put(others, { role: 'VIEWER' }), () => other.put(own, { role: 'VIEWER' })],
      [() => owner.put(others, { role: 'ADMIN' }), () => other.delete(own)],
    ] as const
    const [first, second] = pairs[round] ?? pairs[0]
    const responses = await Promise.all([first(), second()])
    const succeeded = responses.filter(({ statusCode }) => statusCode < 300)
    t.equal(succeeded.length, 1, `round ${round}`)
    const where = { organizationId: owner.organizationId, role: 'OWNER' } as const
    t.equal(await database.membership.count({ where }), 1)
  }
})

t.test('changes of members are in the audit log', async (t) => {
  const owner = await register(app)
  const { userId, ...member } = await join(app, owner, 'VIEWER')
  const one = `/api/organizations/${owner.organizationId}/members/${userId}`
  await owner.put(one, { role: 'EDITOR' })
  await owner.put(one, { role: 'EDITOR' })
  await member.delete(one)
  const { email } = await join(app, owner, 'VIEWER')
  const { content } = (await owner.get(one.replace(`/${userId}`, ''))).json()
  const second = content.find((other: { email: string }) => other.email === email).userId
  await owner.delete(one.replace(userId, second))
  const log = await owner.get(
    `/api/organizations/${owner.organizationId}/audit-events?resourceType=member`,
  )
  const events = log.json().content.reverse()
  const told = events.map((event: { action: string; actor: { id: string }; changes: object }) => [
    event.action,
    event.actor.id,
    event.changes,
  ])
  t.same(told, [
    ['member.join', userId, { role: { from: null, to: 'VIEWER' } }],
    ['member.update', owner.userId, { role: { from: 'VIEWER', to: 'EDITOR' } }],
    ['member.leave', userId, { role: { from: 'EDITOR', to: null } }],
    ['member.join', second, { role: { from: null, to: 'VIEWER' } }],
    ['member.remove', owner.userId, { role: { from: 'VIEWER', to: null } }],
  ])
  t.equal((await createClient(app).get(one)).statusCode, 405)
})
