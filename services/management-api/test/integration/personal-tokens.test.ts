import { createHash, randomUUID } from 'node:crypto'
import { freshName, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { build } from '../build.js'
import { createClient, createProject, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createToken, inDays } from '../personal-token.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const { organizationId } = owner
const project = await createProject(owner)
const url = '/api/auth/tokens'
const organization = `/api/organizations/${organizationId}`
const { password } = owner
const wanted = { name: 'CI', organizationId, role: 'EDITOR', expiresAt: inDays(30), password }

/** Resolves when so many calls wait for the lock of an account. */
const isWaiting = (calls: number) =>
  until(async () => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%FROM users%FOR NO KEY UPDATE%'`
    return rows.length >= calls
  })

t.test('a token is shown once, with its checksum, and stored as a hash', async (t) => {
  const response = await owner.post(url, { ...wanted, projectId: project.id })
  t.equal(response.statusCode, 201, response.body)
  const { token, ...shown } = response.json()
  t.match(token, /^vpat_[0-9A-Za-z]{38}$/)
  t.match(shown, {
    ...{ name: 'CI', organizationId, projectId: project.id, role: 'EDITOR' },
    tokenPrefix: token.slice(0, 13),
    expiresAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  })
  const where = { id: shown.id }
  const row = await database.personalAccessToken.findUniqueOrThrow({ where })
  t.equal(
    Buffer.from(row.tokenHash).toString('hex'),
    createHash('sha256').update(token).digest('hex'),
  )
  const list = await owner.get(`${url}?size=1`)
  t.notOk(list.body.includes(token))
  const { content, ...page } = list.json()
  t.match(page, { totalPages: 1, size: 1, number: 0, first: true, last: true, totalElements: 1 })
  t.same(content, [{ ...shown, lastUsed: null }])
})

t.test('a token without a project is valid for the whole organization', async (t) => {
  for (const projectId of [undefined, null]) {
    const response = await owner.post(url, { ...wanted, ...(projectId === null && { projectId }) })
    t.equal(response.json().projectId, null)
  }
})

t.test('a token says whose it is, where it is valid, for what, and until when', async (t) => {
  const other = await owner.post('/api/organizations', { name: freshName('Other') })
  t.equal(other.statusCode, 201)
  for (const projectId of [null, project.id]) {
    const limits = { organizationId, projectId, role: 'EDITOR', expiresAt: inDays(30) } as const
    const token = await createToken(app, owner, limits)
    const me = (await owner.get('/api/auth/me')).json()
    t.equal(me.token, null)
    const response = await token.get('/api/auth/me')
    t.equal(response.statusCode, 200, response.body)
    const { organizations, token: own, ...person } = response.json()
    const { organizations: all, token: none, ...same } = me
    t.same(person, same, 'the person and the limits of uploads')
    t.same(
      organizations,
      all.flatMap((one: { id: string }) =>
        one.id === organizationId ? [{ ...one, role: 'EDITOR' }] : [],
      ),
    )
    t.match(own, {
      ...{ id: token.id, name: 'Script', organizationId, projectId, role: 'EDITOR' },
      expiresAt: /^\d{4}-\d\d-\d\dT/,
    })
  }
  const member = await join(app, owner, 'VIEWER')
  const token = await createToken(app, member, { organizationId, role: 'VIEWER' })
  t.equal(
    (await owner.put(`${organization}/members/${member.userId}`, { role: 'OWNER' })).statusCode,
    200,
  )
  t.match((await token.get('/api/auth/me')).json(), {
    id: member.userId,
    organizations: [{ role: 'VIEWER' }],
  })
})

t.test('missing and mistyped fields and a too distant expiry are named', async (t) => {
  const lateness = new Date()
  lateness.setFullYear(lateness.getFullYear() + 1)
  const table: [change: object, field: string][] = [
    [{ name: '' }, 'name'],
    [{ role: 'BOSS' }, 'role'],
    [{ organizationId: 'x' }, 'organizationId'],
    [{ projectId: randomUUID() }, 'projectId'],
    [{ projectId: (await createProject(await register(app))).id }, 'projectId'],
    [{ expiresAt: undefined }, 'expiresAt'],
    [{ expiresAt: null }, 'expiresAt'],
    [{ expiresAt: inDays(-1) }, 'expiresAt'],
    [{ expiresAt: new Date(lateness.getTime() + 3_600_000).toISOString() }, 'expiresAt'],
    [{ scopes: [] }, 'scopes'],
    [{ password: undefined }, 'password'],
    [{ password: 7 }, 'password'],
  ]
  for (const [change, field] of table) {
    const response = await owner.post(url, { ...wanted, ...change })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field], what: field })
  }
  const expiresAt = lateness.toISOString()
  t.equal((await owner.post(url, { ...wanted, expiresAt })).statusCode, 201, 'a year is accepted')
})

t.test('a wrong password creates no token, and counts as a failed login', async (t) => {
  const app = await build(t, { LOGIN_FAILURES_PER_MINUTE: 2, REDIS_URL: 'redis://127.0.0.1:1' })
  const person = await register(app)
  const { organizationId } = person
  const create = (password: string) => person.post(url, { ...wanted, organizationId, password })
  isError(t, await create('wrong'), 400, 'PASSWORD_WRONG', { fields: ['password'] })
  isError(t, await create(person.password), 429, 'TOO_MANY_REQUESTS')
  const { email } = person
  const login = await createClient(app).post('/api/auth/login', { email, password })
  isError(t, login, 429, 'TOO_MANY_REQUESTS')
  t.equal((await person.get(url)).json().totalElements, 0)
})

t.test('a password that is replaced meanwhile creates no token', async (t) => {
  const person = await register(app)
  const { organizationId, password, userId } = person
  const passwords = { currentPassword: password, newPassword: 'tidal umbrella orchard' }
  // Both wait for the lock on the account, the change first.
  const [change, create] = await database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`
    const change = person.put('/api/auth/password', passwords)
    await isWaiting(1)
    const create = person.post(url, { ...wanted, organizationId, password })
    await isWaiting(2)
    return [change, create]
  })
  t.equal((await change)?.statusCode, 204)
  isError(t, await create, 400, 'PASSWORD_WRONG', { fields: ['password'] })
})

t.test('a token is limited to the owner’s organizations and role', async (t) => {
  const { organizationId: foreign } = await register(app)
  const elsewhere = { ...wanted, organizationId: foreign }
  isError(t, await owner.post(url, elsewhere), 403, 'FORBIDDEN')
  const nowhere = { ...wanted, organizationId: randomUUID() }
  isError(t, await owner.post(url, nowhere), 404, 'ORGANIZATION_NOT_FOUND')
  const editor = await join(app, owner, 'EDITOR')
  const response = await editor.post(url, { ...wanted, role: 'ADMIN' })
  isError(t, response, 403, 'FORBIDDEN')
  t.equal(
    response.json().message,
    'A token’s role is at most your own, which is EDITOR; you asked for ADMIN.',
  )
  for (const role of ['VIEWER', 'EDITOR']) {
    t.equal((await editor.post(url, { ...wanted, role })).statusCode, 201, role)
  }
})

t.test('a revoked token is rejected everywhere from the next call', async (t) => {
  const token = await createToken(app, owner, { organizationId })
  t.equal((await token.get(organization)).statusCode, 200)
  const other = await build(t, {})
  const response = await owner.delete(`${url}/${token.id}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  for (const instance of [app, other]) {
    const answer = await createClient(instance, token.token).get(organization)
    isError(t, answer, 401, 'TOKEN_INVALID')
  }
  isError(t, await owner.delete(`${url}/${token.id}`), 404, 'TOKEN_NOT_FOUND')
})

t.test('tokens of another person are neither listed nor revoked', async (t) => {
  const admin = await join(app, owner, 'ADMIN')
  const token = await createToken(app, owner, { organizationId })
  t.equal((await admin.get(url)).json().totalElements, 0)
  isError(t, await admin.delete(`${url}/${token.id}`), 404, 'TOKEN_NOT_FOUND')
  isError(t, await owner.delete(`${url}/${randomUUID()}`), 404, 'TOKEN_NOT_FOUND')
  isError(t, await owner.delete(`${url}/x`), 400, 'VALIDATION_FAILED', { fields: ['tokenId'] })
  t.equal((await token.get(organization)).statusCode, 200)
})

t.test('an expired token is reported as such and listed for 30 days', async (t) => {
  const person = await register(app)
  const { organizationId } = person
  const token = await createToken(app, person, { organizationId })
  const expire = (days: number) =>
    database.personalAccessToken.update({
      where: { id: token.id },
      data: { expiresAt: inDays(-days) },
    })
  const housekeeping = createHousekeeping({ database, log: app.log })
  await expire(29)
  const response = await token.get(`/api/organizations/${organizationId}`)
  isError(t, response, 401, 'TOKEN_EXPIRED')
  t.match(response.json().message, /POST \/api\/auth\/tokens/)
  await housekeeping.run()
  t.equal((await person.get(url)).json().totalElements, 1)
  await expire(31)
  await housekeeping.run()
  t.equal((await person.get(url)).json().totalElements, 0)
})

t.test('a malformed token is rejected without a query', async (t) => {
  // No server listens there: a query would answer 503.
  const { token } = await createToken(app, owner, { organizationId })
  const offline = await build(t, { DATABASE_URL: 'postgresql://x:x@127.0.0.1:1/x' })
  const last = token.endsWith('0') ? '1' : '0'
  const malformed = [
    `${token.slice(0, -1)}${last}`,
    token.slice(0, -1),
    `${token}0`,
    'vpat_',
    'vpat_x',
  ]
  for (const sent of malformed) {
    const response = await createClient(offline, sent).get(organization)
    isError(t, response, 401, 'TOKEN_INVALID', { what: sent })
    t.match(response.json().message, /checksum/)
  }
  t.equal((await createClient(offline, token).get(organization)).statusCode, 503)
})

t.test('the last use of a token is recorded later', async (t) => {
  const app = await build(t, {})
  const token = await createToken(app, owner, { organizationId })
  const where = { id: token.id }
  t.equal((await token.get(organization)).statusCode, 200)
  t.equal((await database.personalAccessToken.findUniqueOrThrow({ where })).lastUsed, null)
  await app.close()
  t.not((await database.personalAccessToken.findUniqueOrThrow({ where })).lastUsed, null)
})

t.test('a stored answer is available to neither another token nor the owner', async (t) => {
  const headers = { 'idempotency-key': freshName('key') }
  const name = freshName('Project')
  const send = (client: Pick<typeof owner, 'send'>) =>
    client.send({ method: 'POST', url: `${organization}/projects`, payload: { name }, headers })
  const [one, other] = [
    await createToken(app, owner, { organizationId }),
    await createToken(app, owner, { organizationId }),
  ]
  const ids = []
  for (const client of [one, other, owner]) {
    const response = await send(client)
    t.equal(response.statusCode, 201, response.body)
    t.equal(response.headers['idempotency-replayed'], undefined)
    ids.push(response.json().id)
  }
  t.equal(new Set(ids).size, 3)
  const again = await send(one)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal(again.json().id, ids[0])
})

t.test('an account has at most 50 live tokens, or as many as its own budget allows', async (t) => {
  const person = await register(app)
  const { userId, organizationId } = person
  const row = (expiresAt: string) => ({
    ...{
      userId,
      organizationId,
      name: 'T',
      role: 'VIEWER' as const,
      tokenPrefix: 'vpat_',
      expiresAt,
    },
    tokenHash: new Uint8Array(Buffer.from(randomUUID())),
  })
  const add = (count: number, expiresAt: string) =>
    database.personalAccessToken.createMany({
      data: Array.from({ length: count }, () => row(expiresAt)),
    })
  await add(49, inDays(1))
  await add(60, inDays(-1))
  const create = () => person.post(url, { ...wanted, organizationId })
  t.equal((await create()).statusCode, 201)
  t.equal(
    await database.personalAccessToken.count({ where: { userId, expiresAt: { lt: new Date() } } }),
    50,
    'of expired ones no more are kept',
  )
  const refused = await create()
  isError(t, refused, 403, 'QUOTA_EXCEEDED', { fields: ['tokens'] })
  t.equal(refused.json().message, 'You may have 50 personal access tokens at most; 50 are in use.')
  await database.userBudget.create({ data: { userId, tokens: 51n } })
  const attempts = await Promise.all([create(), create(), create()])
  t.same(
    attempts.map(({ statusCode }) => statusCode).sort(),
    [201, 403, 403],
    'also with concurrent calls',
  )
})

t.test('creation and revocation are audited without the secret', async (t) => {
  const person = await register(app)
  const { organizationId, userId } = person
  const { id: projectId } = await createProject(person)
  const limits = { organizationId, projectId, role: 'ADMIN' as const }
  const { id, token } = await createToken(app, person, limits)
  await person.delete(`${url}/${id}`)
  const response = await person.get(
    `/api/organizations/${organizationId}/audit-events?resourceType=token`,
  )
  const [deleted, created] = response.json().content
  const shown = { name: 'Script', tokenPrefix: token.slice(0, 13), projectId, role: 'ADMIN' }
  for (const [event, action, side] of [
    [created, 'token.create', 'to'],
    [deleted, 'token.delete', 'from'],
  ] as const) {
    t.match(event, { action, resourceId: id, actor: { id: userId }, tokenId: null })
    for (const [name, value] of Object.entries(shown)) t.equal(event.changes[name][side], value)
    t.type(event.changes.expiresAt[side], 'string')
  }
  t.notOk(response.body.includes(token))
})

t.test('an event by a token names the token, in the list and the export', async (t) => {
  const person = await register(app)
  const { organizationId, userId } = person
  const token = await createToken(app, person, { organizationId })
  const own = `/api/organizations/${organizationId}`
  await token.post(`${own}/projects`, { name: 'By token' })
  await person.delete(`${url}/${token.id}`)
  const query = 'action=project.create'
  const [event] = (await person.get(`${own}/audit-events?${query}`)).json().content
  t.match(event, { actor: { id: userId }, tokenId: token.id })
  const line = await person.get(`${own}/audit-events/export?${query}`)
  t.equal(JSON.parse(line.body).tokenId, token.id)
})
