import t from '@vitrine/testing/t'
import { Prisma } from '../../src/index.js'
import { createRows, seen } from '../rls/rows.js'
import { addTenant, twoTenants } from '../rls/tenants.js'

const { owner, mine, other, scoped } = await twoTenants(t)
const rowsOf = createRows(owner)

t.test('a personal token restricts what its owner sees', async (t) => {
  const second = await addTenant(owner, 'second')
  await owner.query("INSERT INTO memberships VALUES ($1, $2, 'OWNER')", [
    second.organizationId,
    mine.userId,
  ])
  const { userId } = mine
  const projects = (organizationId?: string, projectId: string | null = null) => {
    const limited = organizationId && { tokenId: mine.tokenId, organizationId, projectId }
    return seen(scoped.forActor({ userId, tokenScope: limited || null }), 'projects')
  }
  t.same(await projects(), [mine.projectId, second.projectId].sort())
  t.same(await projects(second.organizationId), [second.projectId])
  t.same(await projects(second.organizationId, second.projectId), [second.projectId])
  t.same(await projects(second.organizationId, mine.projectId), [])
  t.same(await projects(other.organizationId), [], 'it never extends it')
  await owner.query('DELETE FROM organizations WHERE id = $1', [second.organizationId])
})

t.test(
  'a personal token cannot read accounts, sessions, invitations or other members',
  async (t) => {
    const colleague = await addTenant(owner, 'colleague')
    await owner.query("INSERT INTO memberships VALUES ($1, $2, 'VIEWER')", [
      mine.organizationId,
      colleague.userId,
    ])
    const { userId, organizationId, tokenId } = mine
    const db = scoped.forActor({ userId, tokenScope: { tokenId, organizationId, projectId: null } })
    const itself = `${organizationId}:${userId}`
    t.same(await seen(db, 'memberships'), [itself])
    t.same(await seen(scoped.forActor(mine), 'memberships'), [
      ...[itself, `${organizationId}:${colleague.userId}`].sort(),
    ])
    t.same(await seen(db, 'users'), [userId])
    t.same(await seen(db, 'personal_access_tokens'), [tokenId])
    for (const table of ['sessions', 'refresh_tokens', 'invitations', 'idempotency_keys']) {
      t.same(await seen(db, table), [], table)
    }
    for (const sql of [
      "UPDATE users SET name = 'changed'",
      'DELETE FROM memberships',
      'DELETE FROM organizations',
      'DELETE FROM personal_access_tokens',
    ]) {
      t.equal(await db.$executeRawUnsafe(sql), 0, sql)
    }
    const other = { tokenId: colleague.tokenId, organizationId, projectId: null }
    t.same(await seen(scoped.forActor({ userId, tokenScope: other }), 'personal_access_tokens'), [])
    await owner.query('DELETE FROM organizations WHERE id = $1', [colleague.organizationId])
    await owner.query('DELETE FROM users WHERE id = $1', [colleague.userId])
  },
)

t.test(
  'a personal token cannot add members, tokens or organizations, or impersonate others',
  async (t) => {
    const { userId, organizationId, projectId, tokenId } = mine
    const of = (limit: string | null) =>
      scoped.forActor({ userId, tokenScope: { tokenId, organizationId, projectId: limit } })
    const event = (token: string | null) => Prisma.sql`
    INSERT INTO audit_events (organization_id, actor_id, token_id, action, resource_type, resource_id,
      request_id) VALUES (${organizationId}::uuid, ${userId}::uuid, ${token}::uuid, 'a.b', 'a',
      ${projectId}::uuid, 'r')`
    const answer = (scope: string) => Prisma.sql`
    INSERT INTO idempotency_keys (scope, key_hash, fingerprint) VALUES (${scope}, 'new', '')`
    const refused = {
      token: Prisma.sql`INSERT INTO personal_access_tokens
      (user_id, organization_id, name, role, token_hash, token_prefix, expires_at)
      VALUES (${userId}::uuid, ${organizationId}::uuid, 'T', 'OWNER', 'x', 'vpat_', now())`,
      member: Prisma.sql`INSERT INTO memberships (organization_id, user_id, role)
      VALUES (${organizationId}::uuid, ${other.userId}::uuid, 'OWNER')`,
      role: Prisma.sql`UPDATE memberships SET role = 'VIEWER'`,
      invitation: Prisma.sql`INSERT INTO invitations
      (organization_id, email, email_key, role, token_hash, expires_at)
      VALUES (${organizationId}::uuid, 'a', 'a', 'OWNER', 'x', now())`,
      organization: Prisma.sql`INSERT INTO organizations (name, slug, updated_at)
      VALUES ('O', 'by-token', now())`,
      'an event without the token': event(null),
      'an event of another token': event(other.tokenId),
      'an answer of the user': answer(userId),
      'an answer of another token': answer(`token ${other.tokenId}`),
    }
    for (const [what, sql] of Object.entries(refused)) {
      await t.rejects(of(null).$executeRaw(sql), { code: 'REFERENCE_GONE' }, what)
    }
    t.equal(await of(null).$executeRaw(event(tokenId)), 1)
    t.equal(await of(null).$executeRaw(answer(`token ${tokenId}`)), 1)
    t.same(await seen(of(null), 'idempotency_keys'), [`token ${tokenId}`])
    t.same(await seen(scoped.forActor(mine), 'idempotency_keys'), [userId])
    await t.rejects(scoped.forActor(mine).$executeRaw(event(tokenId)), { code: 'REFERENCE_GONE' })
    const rename = Prisma.sql`UPDATE organizations SET name = 'renamed'`
    t.equal(await of(projectId).$executeRaw(rename), 0, 'limited to a project')
    t.equal(await of(null).$executeRaw(rename), 1)
  },
)

t.test('a personal token is deleted with its membership and with its project', async (t) => {
  const leaver = await addTenant(owner, 'leaver')
  const { userId, organizationId, projectId, tokenId } = leaver
  await owner.query('UPDATE personal_access_tokens SET project_id = $1 WHERE id = $2', [
    projectId,
    tokenId,
  ])
  const count = async () => (await rowsOf(leaver, 'personal_access_tokens')).length
  await t.rejects(
    owner.query('UPDATE personal_access_tokens SET project_id = $1 WHERE id = $2', [
      mine.projectId,
      tokenId,
    ]),
    /personal_access_tokens_organization_id_project_id_fkey/,
    'a project of another organization',
  )
  await scoped.forActor(leaver).$executeRaw`DELETE FROM projects WHERE id = ${projectId}::uuid`
  t.equal(await count(), 0)
  await scoped.forActor(leaver).$executeRaw`INSERT INTO personal_access_tokens
    (user_id, organization_id, name, role, token_hash, token_prefix, expires_at)
    VALUES (${userId}::uuid, ${organizationId}::uuid, 'T', 'OWNER', 'leaver', 'vpat_', now())`
  t.equal(await count(), 1)
  await scoped.forActor(leaver).$executeRaw`DELETE FROM memberships WHERE user_id = ${userId}::uuid`
  t.equal(await count(), 0)
  await owner.query('DELETE FROM organizations WHERE id = $1', [organizationId])
})
