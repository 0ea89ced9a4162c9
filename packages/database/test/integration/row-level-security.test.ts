import { databaseUrlOf } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { numberChanges, Prisma } from '../../src/index.js'
import { createRows, seen } from '../rls/rows.js'
import { closedTables, connect, openScoped, tenantTables, twoTenants } from '../rls/tenants.js'

const { url, owner, mine, other, scoped } = await twoTenants(t)
const rowsOf = createRows(owner)

t.test('every table has a policy, or contains no tenant data', async (t) => {
  const { rows } = await owner.query<{ name: string; isGuarded: boolean }>(
    `SELECT relname AS name, relrowsecurity AS "isGuarded" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
    ORDER BY relname`,
  )
  const open = rows.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name)
  // A view has no policies. This one is tested in rows-of-one-project.test.ts.
  const view = 'project_assets'
  t.same(open, [
    '_prisma_migrations',
    'cache_purges',
    'change_head',
    'change_log',
    view,
    'replicas',
  ])
  const guarded = rows.filter(({ isGuarded }) => isGuarded).map(({ name }) => name)
  t.same(guarded, Object.keys(tenantTables).sort(), 'all of them are tested below')
})

t.test(
  'SECURITY DEFINER functions set their search_path and are not granted to PUBLIC',
  async (t) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosecdef AND (
      NOT coalesce(proconfig::text, '') LIKE '%search_path=pg\\_catalog, public, pg\\_temp%'
      OR EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0))`,
    )
    t.same(rows, [])
  },
)

t.test('a service writes no large objects and takes no lock beyond its transaction', async (t) => {
  const { rows: roles } = await owner.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^vitrine_' AND NOT rolsuper",
  )
  const mayCall = async (functions: string) => {
    const { rows } = await owner.query<{ role: string; called: string }>(
      `SELECT role, oid::regprocedure::text AS called FROM unnest($1::text[]) AS role, pg_proc
      WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ $2 AND has_function_privilege(role, oid, 'EXECUTE')`,
      [roles.map(({ name }) => name), functions],
    )
    return rows
  }
  t.same(await mayCall('^lo_(creat|create|from_bytea)$'), [])
  t.same(await mayCall('^pg_(try_)?advisory_lock'), [])
  const locking = new Set((await mayCall('^pg_(try_)?advisory_xact')).map(({ role }) => role))
  t.same([...locking].sort(), ['vitrine_account', 'vitrine_job', 'vitrine_request'])
})

t.test('only triggers that write to other tables are SECURITY DEFINER', async (t) => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT proname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE NOT tgisinternal AND NOT prosecdef ORDER BY 1`,
  )
  t.same(
    rows.map(({ name }) => name),
    [
      'drop_decorative',
      'keep_last_published_at',
      'note_left_organization',
      'raise_revision',
      'raise_version',
    ],
  )
})

t.test('without a user no row is visible', async (t) => {
  const nobody = scoped.forActor({ userId: '', tokenScope: null })
  for (const table of Object.keys(tenantTables)) {
    t.same((await seen(nobody, table)) ?? [], [], table)
  }
})

t.test('a user sees only the rows of their own organization', async (t) => {
  const db = scoped.forActor(mine)
  for (const table of Object.keys(tenantTables)) {
    const expected = closedTables.includes(table) ? null : await rowsOf(mine, table)
    if (expected !== null) t.not(expected.length, 0, `${table} has rows`)
    t.same(await seen(db, table), expected, table)
  }
})

t.test('writes to rows of others change nothing', async (t) => {
  const db = scoped.forActor(mine)
  const { organizationId } = other
  // For each writable table, a column that the role may write.
  const columns = {
    organizations: 'name',
    users: 'name',
    memberships: 'role',
    sessions: 'revoked_at',
    projects: 'name',
    folders: 'name',
    assets: 'filename',
    widgets: 'name',
    widget_assets: 'position',
    api_keys: 'name',
    idempotency_keys: 'body',
    presets: 'w',
  }
  for (const [table, column] of Object.entries(columns)) {
    const [, which = ''] = tenantTables[table] ?? []
    const before = await owner.query(`SELECT * FROM ${table} WHERE ${which}`, [organizationId])
    t.not(before.rowCount, 0, `${table} has rows`)
    // Without a condition, so that only the policy limits the statement.
    await db.$executeRawUnsafe(`UPDATE ${table} SET ${column} = ${column}`)
    const key = tenantTables[table]?.[0]
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `UPDATE ${table} SET ${column} = ${column} WHERE ${key}::text = ANY ($1) RETURNING 1`,
      await rowsOf(other, table),
    )
    t.same(rows, [], `no update of ${table}`)
  }
  for (const table of [
    'organizations',
    'memberships',
    'invitations',
    'projects',
    'folders',
    'assets',
    'widgets',
    'widget_assets',
    'api_keys',
    'idempotency_keys',
    'jobs',
    'personal_access_tokens',
    'presets',
    'signing_keys',
  ]) {
    const key = tenantTables[table]?.[0]
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `DELETE FROM ${table} WHERE ${key}::text = ANY ($1) RETURNING 1`,
      await rowsOf(other, table),
    )
    t.same(rows, [], `no delete from ${table}`)
    t.not((await rowsOf(other, table)).length, 0, `${table} still has its rows`)
  }
})

t.test('no row can be added to an organization of others', async (t) => {
  const db = scoped.forActor(mine)
  const { organizationId, projectId, userId, publishedId, assetId } = other
  const refused: Record<string, Prisma.Sql> = {
    memberships: Prisma.sql`INSERT INTO memberships (organization_id, user_id, role)
      VALUES (${organizationId}::uuid, ${mine.userId}::uuid, 'OWNER')`,
    invitations: Prisma.sql`INSERT INTO invitations (organization_id, email, email_key, role, token_hash, expires_at)
      VALUES (${organizationId}::uuid, 'a', 'a', 'OWNER', 'x', now())`,
    projects: Prisma.sql`INSERT INTO projects (organization_id, name, slug, updated_at)
      VALUES (${organizationId}::uuid, 'P', 'new', now())`,
    'projects that move': Prisma.sql`UPDATE projects SET organization_id = ${organizationId}::uuid`,
    folders: Prisma.sql`INSERT INTO folders (project_id, name, updated_at)
      VALUES (${projectId}::uuid, 'new', now())`,
    assets: Prisma.sql`INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags, updated_at)
      VALUES (${projectId}::uuid, 'f', 'image/png', 1, 1, 1, '', '{}', now())`,
    widgets: Prisma.sql`INSERT INTO widgets (project_id, name, slug, layout, updated_at)
      VALUES (${projectId}::uuid, 'W', 'new', 'GRID', now())`,
    widget_assets: Prisma.sql`INSERT INTO widget_assets (project_id, widget_id, position, asset_id)
      VALUES (${projectId}::uuid, ${publishedId}::uuid, 9, ${assetId}::uuid)`,
    api_keys: Prisma.sql`INSERT INTO api_keys (project_id, name, key_hash, key_prefix, allowed_origins)
      VALUES (${projectId}::uuid, 'K', 'x', 'pk_', '{}')`,
    presets: Prisma.sql`INSERT INTO presets (project_id, name, updated_at)
      VALUES (${projectId}::uuid, 'new', now())`,
    signing_keys: Prisma.sql`INSERT INTO signing_keys (project_id, number, sealed)
      VALUES (${projectId}::uuid, 9, 'x')`,
    audit_events: Prisma.sql`INSERT INTO audit_events (organization_id, actor_id, action, resource_type, resource_id, request_id)
      VALUES (${organizationId}::uuid, ${mine.userId}::uuid, 'a.b', 'a', ${projectId}::uuid, 'r')`,
    'audit events of others': Prisma.sql`INSERT INTO audit_events (organization_id, actor_id, action, resource_type, resource_id, request_id)
      VALUES (${mine.organizationId}::uuid, ${userId}::uuid, 'a.b', 'a', ${projectId}::uuid, 'r')`,
    idempotency_keys: Prisma.sql`INSERT INTO idempotency_keys (scope, key_hash, fingerprint)
      VALUES (${userId}, 'x', '')`,
    personal_access_tokens: Prisma.sql`INSERT INTO personal_access_tokens
      (user_id, organization_id, name, role, token_hash, token_prefix, expires_at)
      VALUES (${mine.userId}::uuid, ${organizationId}::uuid, 'T', 'OWNER', 'x', 'vpat_', now())`,
    'personal tokens of others': Prisma.sql`INSERT INTO personal_access_tokens
      (user_id, organization_id, name, role, token_hash, token_prefix, expires_at)
      VALUES (${userId}::uuid, ${mine.organizationId}::uuid, 'T', 'OWNER', 'x', 'vpat_', now())`,
    jobs: Prisma.sql`INSERT INTO jobs (kind, payload, created_by) VALUES ('k', '{}', ${userId}::uuid)`,
  }
  for (const [what, insert] of Object.entries(refused)) {
    await t.rejects(db.$executeRaw(insert), { code: 'REFERENCE_GONE' }, what)
  }
})

t.test('the usage of others is not visible', async (t) => {
  const usage = (organizationId: string, userId: string) =>
    scoped.forActor(mine).$queryRaw<unknown[]>`
      SELECT budget FROM vitrine_organization_usage(${organizationId}::uuid)
      UNION ALL SELECT budget FROM vitrine_user_usage(${userId}::uuid)`
  t.not((await usage(mine.organizationId, mine.userId)).length, 0)
  t.same(await usage(other.organizationId, other.userId), [])
})

t.test('concurrent requests are isolated from each other', async (t) => {
  // Prisma batches look-ups of the same tick into one query.
  const find = (userId: string) =>
    scoped.forActor({ userId, tokenScope: null }).widget.findUnique({
      where: { projectId_id: { projectId: mine.projectId, id: mine.draftId } },
      select: { id: true },
    })
  const found = await Promise.all([find(mine.userId), find(other.userId), find(mine.userId)])
  t.same(found, [{ id: mine.draftId }, null, { id: mine.draftId }])
})

t.test('the identity of a connection ends with its transaction', async (t) => {
  const one = openScoped(t, url)
  await one.forActor(mine).transaction((tx) => tx.project.count())
  await t.rejects(
    one.forActor(mine).transaction((tx) => tx.$queryRaw`SELECT 1 / 0`),
    /division by zero/,
  )
  const login = await connect(t, databaseUrlOf('management-api', url))
  await t.rejects(login.query('SELECT FROM projects'), /permission denied/, 'without a purpose')
})

t.test('a caller’s table cannot shadow the log', async (t) => {
  const { changes } = await scoped.forActor(mine).transaction(async (tx) => {
    await tx.$executeRaw`CREATE TEMPORARY TABLE change_log (id bigint, seq bigint, tags text[])`
    await tx.$executeRaw`GRANT ALL ON TABLE pg_temp.change_log TO PUBLIC`
    await tx.$executeRaw`UPDATE widgets SET name = 'renamed', slug = 'renamed'
      WHERE id = ${mine.draftId}::uuid`
    return numberChanges(tx)
  })
  const { rows } = await owner.query('SELECT tags FROM change_log WHERE seq = $1', [
    changes[0]?.seq,
  ])
  t.ok(rows[0]?.tags.includes(`widget:${mine.draftId}`))
})

t.test('a value in an invisible row is still taken', async (t) => {
  await t.rejects(
    scoped.forActor(mine).organization.createMany({ data: [{ name: 'x', slug: 'other' }] }),
    { name: 'UniqueViolation', message: /organizations_slug_key/ },
  )
})

t.test('jobs cannot see accounts, and accounts cannot see projects', async (t) => {
  t.equal(await seen(scoped.forJobs(), 'users'), null)
  await t.rejects(scoped.forJobs().$queryRaw`SELECT filename FROM assets`, /permission denied/)
  for (const table of ['projects', 'folders', 'assets', 'widgets', 'widget_assets', 'api_keys']) {
    t.equal(await seen(scoped.forAccounts(), table), null, table)
  }
  await t.rejects(
    scoped.forActor(mine).$queryRaw`SELECT password_hash FROM users`,
    /permission denied/,
  )
  for (const [table, hash] of [
    ['api_keys', 'key_hash'],
    ['invitations', 'token_hash'],
    ['invitations', 'mail_token_hash'],
  ]) {
    const read = scoped.forActor(mine).$queryRawUnsafe(`SELECT ${hash} FROM ${table}`)
    await t.rejects(read, /permission denied/, `${table}.${hash}`)
  }
  const hashes = Prisma.sql`SELECT token_hash FROM personal_access_tokens`
  for (const db of [scoped.forActor(mine), scoped.forJobs()]) {
    await t.rejects(db.$queryRaw(hashes), /permission denied/)
  }
})

t.test('a service refuses to run as a role that bypasses policies', async (t) => {
  const misconfigured = { code: 'DATABASE_MISCONFIGURED' }
  await t.rejects(
    openScoped(t, url, url).forActor(mine).project.count(),
    misconfigured,
    'the owner',
  )
  const delivery = databaseUrlOf('delivery', url)
  await t.rejects(
    openScoped(t, url, delivery).ping(),
    misconfigured,
    'the role of the other service',
  )
})
