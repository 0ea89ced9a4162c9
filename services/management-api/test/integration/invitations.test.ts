import { createHash } from 'node:crypto'
import { freshEmail } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const admin = await join(app, owner, 'ADMIN')
const url = `/api/organizations/${owner.organizationId}/invitations`
const accept = (token: string) =>
  createClient(app).post('/api/auth/invitations/accept', {
    token,
    name: 'Bo',
    password: 'correct horse',
  })

t.test('an invitation is returned with its token, once, and is valid for 7 days', async (t) => {
  const email = freshEmail()
  const response = await owner.post(url, { email: ` ${email} `, role: 'EDITOR' })
  t.equal(response.statusCode, 201)
  const { id, token, expiresAt, createdAt, mailed, ...rest } = response.json()
  t.equal(mailed, false, 'no mail is sent without SMTP_URL')
  t.same(rest, { email, role: 'EDITOR', invitedById: owner.userId })
  t.match(token, /^inv_[\w-]{43}$/)
  const { tokenHash, ...row } = await database.invitation.findUniqueOrThrow({ where: { id } })
  t.same(tokenHash, new Uint8Array(createHash('sha256').update(token).digest()))
  t.notMatch(JSON.stringify(row), token)
  t.equal(Math.round((Number(row.expiresAt) - Number(row.createdAt)) / 3_600_000), 7 * 24)

  const list = await owner.get(url)
  t.same(list.json().content[0], { id, ...rest, expiresAt, createdAt })
  t.notMatch(list.body, token)
  t.notMatch(list.body, /token|hash/i)
})

t.test('only open invitations are listed', async (t) => {
  const other = await register(app)
  const list = `/api/organizations/${other.organizationId}/invitations`
  const first = await invite(other, other.organizationId)
  const second = await invite(other, other.organizationId)
  t.match((await other.get(list)).json().content, [{ id: second.id }, { id: first.id }])
  t.equal((await accept(second.token)).statusCode, 200)
  t.same((await other.get(list)).json().totalElements, 1)
  const gone = await other.delete(`${list}/${second.id}`)
  isError(t, gone, 404, 'INVITATION_NOT_FOUND', { what: 'accepted' })
})

t.test('a withdrawn invitation is gone, and its token is invalid', async (t) => {
  const { id, token } = await invite(owner, owner.organizationId)
  const response = await admin.delete(`${url}/${id}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await owner.delete(`${url}/${id}`), 404, 'INVITATION_NOT_FOUND')
  isError(t, await accept(token), 404, 'INVITATION_INVALID')
})

t.test('a second invitation to an address, in any case, replaces the first', async (t) => {
  const email = freshEmail()
  const first = await invite(owner, owner.organizationId, { email, role: 'ADMIN' })
  const second = await invite(owner, owner.organizationId, { email: email.toUpperCase() })
  isError(t, await accept(first.token), 404, 'INVITATION_INVALID')
  t.equal((await accept(second.token)).statusCode, 200)
})

t.test('an ADMIN invites and withdraws up to ADMIN; OWNER requires an OWNER', async (t) => {
  for (const role of ['VIEWER', 'EDITOR', 'ADMIN'] as const) {
    const { id } = await invite(admin, owner.organizationId, { role })
    t.equal((await admin.delete(`${url}/${id}`)).statusCode, 204, role)
  }
  const body = { email: freshEmail(), role: 'OWNER' }
  isError(t, await admin.post(url, body), 403, 'FORBIDDEN')
  const { id } = await invite(owner, owner.organizationId, { role: 'OWNER' })
  isError(t, await admin.delete(`${url}/${id}`), 403, 'FORBIDDEN')
  t.equal((await owner.delete(`${url}/${id}`)).statusCode, 204)
})

t.test('an existing member cannot be invited', async (t) => {
  for (const email of [admin.email, admin.email.toUpperCase()]) {
    isError(t, await owner.post(url, { email, role: 'VIEWER' }), 409, 'ALREADY_MEMBER')
  }
})

t.test('the audit log contains invitations without their tokens', async (t) => {
  const { id, token, email } = await invite(owner, owner.organizationId)
  await owner.delete(`${url}/${id}`)
  const log = await owner.get(
    `/api/organizations/${owner.organizationId}/audit-events?resourceId=${id}`,
  )
  const [removed, made] = log.json().content
  t.match(made, { action: 'invitation.create', changes: { email: { from: null, to: email } } })
  t.match(removed, { action: 'invitation.delete', changes: { email: { from: email, to: null } } })
  t.notMatch(log.body, token)
})
