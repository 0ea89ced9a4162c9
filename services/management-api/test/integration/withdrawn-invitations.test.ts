import type { Role } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const account = { name: 'Bo', password: 'correct horse' }
const accept = (token: string) =>
  createClient(app).post('/api/auth/invitations/accept', { token, ...account })

/** An organization with a second OWNER, who has sent an invitation for each role. */
async function inviterWithInvitations() {
  const owner = await register(app)
  const { organizationId } = owner
  const inviter = await join(app, owner, 'OWNER')
  const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const
  const invitations = []
  for (const role of roles) invitations.push(await invite(inviter, organizationId, { role }))
  const url = `/api/organizations/${organizationId}`
  const open = async (): Promise<Role[]> => {
    const { content } = (await owner.get(`${url}/invitations`)).json()
    return content.map(({ role }: { role: Role }) => role).reverse()
  }
  return { owner, organizationId, inviter, invitations, open, url }
}

t.test('a demotion withdraws invitations beyond the remaining role', async (t) => {
  const { owner, inviter, invitations, open, url } = await inviterWithInvitations()
  const own = await invite(owner, owner.organizationId, { role: 'OWNER' })
  await owner.put(`${url}/members/${inviter.userId}`, { role: 'EDITOR' })
  t.same(await open(), ['VIEWER', 'EDITOR', 'OWNER'], 'only those of this person')
  const statuses = []
  for (const { token } of invitations) statuses.push((await accept(token)).statusCode)
  t.same(statuses, [200, 200, 404, 404])
  t.equal((await accept(own.token)).statusCode, 200)
})

t.test('removal and leaving withdraw all invitations', async (t) => {
  for (const leaves of [false, true]) {
    const { owner, inviter, invitations, open, url } = await inviterWithInvitations()
    await (leaves ? inviter : owner).delete(`${url}/members/${inviter.userId}`)
    t.same(await open(), [])
    for (const { token } of invitations) {
      isError(t, await accept(token), 404, 'INVITATION_INVALID')
    }
  }
})

t.test('withdrawn invitations are in the audit log', async (t) => {
  const { owner, inviter, url } = await inviterWithInvitations()
  await owner.put(`${url}/members/${inviter.userId}`, { role: 'ADMIN' })
  const log = await owner.get(`${url}/audit-events?action=invitation.delete`)
  t.match(log.json().content, [
    { actor: { id: owner.userId }, changes: { role: { from: 'OWNER', to: null } } },
  ])
})

t.test('accepting requires that the inviter still has the role', async (t) => {
  const { organizationId, inviter, invitations } = await inviterWithInvitations()
  const { userId } = inviter
  const where = { organizationId_userId: { organizationId, userId } }
  await database.membership.update({ where, data: { role: 'EDITOR' } })
  const [viewer, editor, admin, owner] = invitations.map(({ token }) => token)
  isError(t, await accept(owner ?? ''), 404, 'INVITATION_INVALID')
  isError(t, await accept(admin ?? ''), 404, 'INVITATION_INVALID')
  t.equal((await accept(editor ?? '')).statusCode, 200)
  await database.membership.delete({ where })
  isError(t, await accept(viewer ?? ''), 404, 'INVITATION_INVALID')
})

t.test('a concurrent removal and acceptance never leave an unauthorized member', async (t) => {
  for (let round = 0; round < 4; round++) {
    const { owner, organizationId, inviter, invitations, url } = await inviterWithInvitations()
    const token = invitations[3]?.token ?? ''
    const [accepted, removed] = await Promise.all([
      accept(token),
      owner.delete(`${url}/members/${inviter.userId}`),
    ])
    t.equal(removed.statusCode, 204)
    const members = await database.membership.count({ where: { organizationId } })
    t.equal(members, accepted.statusCode === 200 ? 2 : 1)
    t.match(String(accepted.statusCode), /^(200|404)$/)
  }
})
