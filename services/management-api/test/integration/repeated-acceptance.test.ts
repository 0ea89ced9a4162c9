import { freshName } from '@vitrine/testing'
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
const account = { name: 'Bo', password: 'correct horse' }

const accept = (key: string, payload: object, client = anyone) =>
  client.send({
    method: 'POST',
    url: '/api/auth/invitations/accept',
    headers: { 'idempotency-key': key },
    payload,
  })

t.test('a repeated acceptance gets the first answer', async (t) => {
  const { token } = await invite(owner, organizationId, { role: 'EDITOR' })
  const key = freshName('key')
  const first = await accept(key, { token, ...account })
  t.equal(first.statusCode, 200)
  const again = await accept(key, { token, ...account })
  t.equal(again.statusCode, 200, again.body)
  t.equal(again.body, first.body)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal(await database.session.count({ where: { userId: first.json().user.id } }), 1)
  isError(t, await accept(freshName('key'), { token, ...account }), 404, 'INVITATION_INVALID')
})

t.test('a person who is logged in accepts repeatedly, and no other account does', async (t) => {
  const invited = await register(app)
  const { token } = await invite(owner, organizationId, { email: invited.email, role: 'VIEWER' })
  const key = freshName('key')
  const first = await accept(key, { token }, invited)
  t.equal(first.statusCode, 200, first.body)
  t.equal((await accept(key, { token }, invited)).body, first.body)
  isError(t, await accept(key, { token }, owner), 404, 'INVITATION_INVALID')
  isError(t, await accept(key, { token }), 404, 'INVITATION_INVALID')
})

t.test('a session that has ended is not shown again', async (t) => {
  const { token } = await invite(owner, organizationId, { role: 'EDITOR' })
  const key = freshName('key')
  const { refreshToken } = (await accept(key, { token, ...account })).json()
  await anyone.post('/api/auth/logout', { refreshToken })
  isError(t, await accept(key, { token, ...account }), 409, 'SECRET_REVOKED')
})
