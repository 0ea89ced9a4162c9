import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { LightMyRequestResponse } from 'fastify'
import { build } from '../build.js'
import { createClient, createProject, invite, join, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'
import { createOneOfEach } from '../one-of-each.js'
import { createToken } from '../personal-token.js'

const app = await build(t)
const database = openDatabase(t)
const tokensOf = (where: { userId?: string; organizationId?: string }) =>
  database.personalAccessToken.count({ where })

t.test('a password reset revokes all tokens of the account', async (t) => {
  const { app, tokenTo, database } = await buildWithMail(t)
  const [person, stranger] = [await register(app), await register(app)]
  const { organizationId } = person
  const second = (await person.post('/api/organizations', { name: 'Second' })).json()
  const tokens = [
    await createToken(app, person, { organizationId }),
    await createToken(app, person, { organizationId: second.id }),
  ]
  const kept = await createToken(app, stranger, { organizationId: stranger.organizationId })
  await createClient(app).post('/api/auth/password/forgot', { email: person.email })
  const token = await tokenTo(person.email, 'rst')
  const reset = { token, password: 'tidal umbrella orchard' }
  t.equal((await createClient(app).post('/api/auth/password/reset', reset)).statusCode, 204)
  for (const revoked of tokens) {
    isError(t, await revoked.get('/api/organizations'), 401, 'TOKEN_INVALID')
  }
  t.equal((await kept.get('/api/organizations')).statusCode, 200)
  const events = await database.auditEvent.findMany({ where: { action: 'token.delete' } })
  t.same(
    events.map((event) => [event.organizationId, event.resourceId]).sort(),
    [
      [organizationId, tokens[0]?.id],
      [second.id, tokens[1]?.id],
    ].sort(),
  )
})

const newPassword = 'tidal umbrella orchard'
const ends: [
  what: string,
  call: (person: Owner, input: object) => Promise<LightMyRequestResponse>,
][] = [
  [
    'changing the password',
    (person, input) =>
      person.put('/api/auth/password', {
        ...{ currentPassword: person.password, newPassword, ...input },
      }),
  ],
  [
    'ending the other sessions',
    (person, input) => person.send({ method: 'DELETE', url: '/api/auth/sessions', payload: input }),
  ],
]

for (const [what, call] of ends) {
  t.test(`${what} revokes all tokens of the account if it is asked to`, async (t) => {
    for (const [input, status] of [
      [{}, 200],
      [{ revokeTokens: false }, 200],
      [{ revokeTokens: true }, 401],
    ] as const) {
      const [person, stranger] = [await register(app), await register(app)]
      const { organizationId, userId } = person
      const token = await createToken(app, person, { organizationId })
      const kept = await createToken(app, stranger, { organizationId: stranger.organizationId })
      t.equal((await call(person, input)).statusCode, 204)
      t.equal((await token.get('/api/organizations')).statusCode, status, JSON.stringify(input))
      t.equal((await kept.get('/api/organizations')).statusCode, 200)
      const where = { action: 'token.delete', resourceId: token.id }
      const noted = status === 401 ? [{ organizationId, actorId: userId }] : []
      t.match(await database.auditEvent.findMany({ where }), noted)
    }
    const person = await register(app)
    const refused = await call(person, { revokeTokens: 'yes' })
    isError(t, refused, 400, 'VALIDATION_FAILED', { fields: ['revokeTokens'] })
  })
}

t.test('ending the session that created a token does not revoke it', async (t) => {
  const person = await register(app)
  const token = await createToken(app, person, { organizationId: person.organizationId })
  const { refreshToken } = person
  await createClient(app).post('/api/auth/logout', { refreshToken })
  t.equal((await token.get('/api/organizations')).statusCode, 200)
})

t.test('leaving or being removed deletes the tokens, also after a return', async (t) => {
  const owner = await register(app)
  const { organizationId } = owner
  const members = `/api/organizations/${organizationId}/members`
  for (const how of ['leaves', 'is removed']) {
    const member = await join(app, owner, 'EDITOR')
    const limits = { organizationId, role: 'EDITOR' as const }
    const token = await createToken(app, member, limits)
    const kept = await createToken(app, owner, { organizationId })
    const person = how === 'leaves' ? member : owner
    t.equal((await person.delete(`${members}/${member.userId}`)).statusCode, 204, how)
    isError(t, await token.get(`/api/organizations/${organizationId}`), 401, 'TOKEN_INVALID')
    t.equal(await tokensOf({ userId: member.userId }), 0)
    const { email } = member
    const invitation = await invite(owner, organizationId, { email, role: 'EDITOR' })
    const accepted = await member.post('/api/auth/invitations/accept', { token: invitation.token })
    t.equal(accepted.statusCode, 200, accepted.body)
    isError(t, await token.get(`/api/organizations/${organizationId}`), 401, 'TOKEN_INVALID')
    t.equal((await kept.get(`/api/organizations/${organizationId}`)).statusCode, 200)
  }
})

t.test('tokens are deleted with their account, organization or project', async (t) => {
  const owner = await register(app)
  const { organizationId, userId } = owner
  const member = await join(app, owner, 'EDITOR')
  const limits = { organizationId, role: 'VIEWER' as const }
  const ofMember = await createToken(app, member, limits)
  const { password } = member
  const payload = { password }
  const gone = await member.send({ method: 'DELETE', url: '/api/auth/me', payload })
  t.equal(gone.statusCode, 204, gone.body)
  isError(t, await ofMember.get('/api/organizations'), 401, 'TOKEN_INVALID')

  const { id: projectId } = await createProject(owner)
  const ofProject = await createToken(app, owner, { ...limits, projectId })
  const whole = await createToken(app, owner, limits)
  t.equal((await owner.delete(`/api/projects/${projectId}`)).statusCode, 204)
  isError(t, await ofProject.get('/api/organizations'), 401, 'TOKEN_INVALID')
  t.equal((await whole.get('/api/organizations')).statusCode, 200)

  t.equal((await owner.delete(`/api/organizations/${organizationId}`)).statusCode, 204)
  isError(t, await whole.get('/api/organizations'), 401, 'TOKEN_INVALID')
  t.equal(await tokensOf({ userId }), 0)
})

t.test('a project is deleted while its tokens are making changes', async (t) => {
  const owner = await register(app)
  const { organizationId } = owner
  for (let round = 0; round < 5; round += 1) {
    const { projectId, widgetId } = await createOneOfEach(app, owner)
    const limits = { organizationId, projectId }
    const tokens = await Promise.all([1, 2, 3].map(() => createToken(app, owner, limits)))
    const calls = tokens.flatMap((token, i) => [
      token.post(`/api/projects/${projectId}/folders`, { name: `Folder ${i}` }),
      token.put(`/api/projects/${projectId}`, { name: `Name ${i}` }),
      token.put(`/api/projects/${projectId}/widgets/${widgetId}`, { name: `Widget ${i}` }),
      token.delete(`/api/projects/${projectId}`),
    ])
    const answers = await Promise.all([...calls, owner.delete(`/api/projects/${projectId}`)])
    for (const { statusCode, body } of answers) {
      t.ok(statusCode < 500, `no deadlock: ${body}`)
    }
    t.equal(answers.filter(({ statusCode }) => statusCode === 204).length, 1)
    t.equal(await tokensOf({ organizationId }), 0)
  }
})

t.test('an account is deleted while its tokens are making changes', async (t) => {
  const owner = await register(app)
  const { organizationId } = owner
  const { id: projectId } = await createProject(owner)
  for (let round = 0; round < 5; round += 1) {
    const member = await join(app, owner, 'EDITOR')
    const limits = { organizationId, projectId, role: 'EDITOR' as const }
    const tokens = await Promise.all([1, 2, 3].map(() => createToken(app, member, limits)))
    const calls = [...tokens, ...tokens, member].map((token, i) =>
      token.post(`/api/projects/${projectId}/folders`, { name: `Folder ${round} ${i}` }),
    )
    const payload = { password: member.password }
    const deletion = member.send({ method: 'DELETE', url: '/api/auth/me', payload })
    for (const { statusCode, body } of await Promise.all([...calls, deletion])) {
      t.ok(statusCode < 500, `no deadlock: ${body}`)
    }
    t.equal((await deletion).statusCode, 204)
    t.equal(await tokensOf({ userId: member.userId }), 0)
  }
})

t.test('a token that expires while its change waits changes nothing', async (t) => {
  const owner = await register(app)
  const { organizationId } = owner
  const { id: projectId, name } = await createProject(owner)
  const { id, ...token } = await createToken(app, owner, { organizationId })
  const waits = async (pid: number): Promise<boolean> => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE ${pid} = ANY (pg_blocking_pids(pid))`
    return rows.length > 0
  }
  const hasExpired = async (): Promise<boolean> => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM personal_access_tokens WHERE id = ${id}::uuid AND expires_at < clock_timestamp()`
    return rows.length > 0
  }
  await database.$executeRaw`
    UPDATE personal_access_tokens SET expires_at = now() + interval '4 seconds'
    WHERE id = ${id}::uuid`
  const renaming = await database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR UPDATE`
    const [own] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
    const answer = token.put(`/api/projects/${projectId}`, { name: 'Too late' })
    // On a slow machine the token has already expired; that is rejected, too.
    await until(async () => (await waits(own.pid)) || (await hasExpired()))
    await until(hasExpired)
    return { answer }
  })
  isError(t, await renaming.answer, 401, 'TOKEN_EXPIRED')
  t.equal((await owner.get(`/api/projects/${projectId}`)).json().name, name)
})
