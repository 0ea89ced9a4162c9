import t from '@vitrine/testing/t'
import { actorOf, type Bearer } from '../../src/changes/rights/bearer.js'
import { createAuditEventService } from '../../src/resources/audit-events/service.js'
import { build } from '../build.js'
import { type Owner, register } from '../client.js'
import { openDatabase, openScopedDatabase } from '../dependencies.js'
import { createToken } from '../personal-token.js'

type Event = { id: string }

const eventsOf = async (owner: Owner, query = ''): Promise<Event[]> =>
  (await owner.get(`/api/organizations/${owner.organizationId}/audit-events${query}`)).json()
    .content

t.test('the log is exported as JSON lines, completely or filtered', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { organizationId } = owner
  // Many events have the same timestamp, so the position in the list depends on time and id.
  await openDatabase(t).$executeRaw`
    INSERT INTO audit_events (organization_id, action, resource_type, resource_id, request_id, created_at)
    SELECT ${organizationId}::uuid, 'x.y', 'x', gen_random_uuid(), 'r', now() - (n / 90) * interval '1 hour'
    FROM generate_series(1, 350) AS n`
  const url = `/api/organizations/${organizationId}/audit-events`
  const response = await owner.get(`${url}/export`)
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'application/x-ndjson')
  const lines = response.body.trimEnd().split('\n')
  t.equal(lines.length, 351)
  const pages = [await eventsOf(owner, '?size=200'), await eventsOf(owner, '?size=200&page=1')]
  t.same(
    lines.map((line) => JSON.parse(line)),
    pages.flat(),
    'the events of the list, in its order',
  )
  const filtered = await owner.get(`${url}/export?action=organization.create`)
  t.equal(filtered.body.trimEnd().split('\n').length, 1)
  t.equal((await owner.get(`${url}/export?action=none`)).body, '')
  t.equal((await owner.get(`${url}/export?size=5`)).statusCode, 400)
})

t.test('an export ends when its author loses the role, or the token is revoked', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { organizationId, userId } = owner
  const database = openDatabase(t)
  await database.$executeRaw`
    INSERT INTO audit_events (organization_id, action, resource_type, resource_id, request_id)
    SELECT ${organizationId}::uuid, 'x.y', 'x', gen_random_uuid(), 'r' FROM generate_series(1, 500)`
  const call = { requestId: 'r', clientRequestId: null, claim: null }
  const { id: tokenId } = await createToken(app, owner, { organizationId })
  const scope = { tokenId, organizationId, projectId: null }
  const service = createAuditEventService({
    auditRetentionDays: 0,
    database: openScopedDatabase(t),
  })
  const exportBy = async (token: Bearer) => {
    const rights = { token, role: 'ADMIN' as const }
    const author = { ...call, ...actorOf(token), organizationId, rights }
    const events = service.export({ ...author, role: 'OWNER' as const }, {})
    t.match(await events.next(), { done: false })
    return async () => {
      for await (const _event of events);
    }
  }
  const byToken = await exportBy({ sub: userId, personalToken: { role: 'OWNER', scope } })
  const bySession = await exportBy({ sub: userId })
  await owner.delete(`/api/auth/tokens/${tokenId}`)
  await t.rejects(byToken(), { code: 'TOKEN_INVALID' })
  await database.membership.updateMany({ where: { userId }, data: { role: 'VIEWER' } })
  await t.rejects(bySession(), { code: 'FORBIDDEN' })
})
