import { createHash, randomUUID } from 'node:crypto'
import { databaseUrlOf } from '@vitrine/testing'
import pg from 'pg'
import type { Test } from 'tap'
import { createScopedDatabase } from '../../src/index.js'
import { ownDatabase } from '../own-database.js'

/** An organization with one user and a row of every kind. The user acts without a personal access token. */
export type Tenant = {
  userId: string
  tokenScope: null
  /** A personal access token of the user. */
  tokenId: string
  organizationId: string
  projectId: string
  draftId: string
  publishedId: string
  assetId: string
}

/** For each tenant table, the key of a row and the condition for the organization `$1`. */
const inProject = 'project_id IN (SELECT id FROM projects WHERE organization_id = $1)'
const inOrganization = 'organization_id = $1'
const users = '(SELECT user_id FROM memberships WHERE organization_id = $1)'

export const tenantTables: Readonly<Record<string, readonly [key: string, which: string]>> = {
  organizations: ['id', 'id = $1'],
  users: ['id', `id IN ${users}`],
  memberships: ["concat_ws(':', organization_id, user_id)", inOrganization],
  invitations: ['id', inOrganization],
  sessions: ['id', `user_id IN ${users}`],
  refresh_tokens: [
    'session_id',
    `session_id IN (SELECT id FROM sessions WHERE user_id IN ${users})`,
  ],
  email_tokens: ['id', `user_id IN ${users}`],
  login_codes: ['code_hash', `user_id IN ${users}`],
  personal_access_tokens: ['id', inOrganization],
  projects: ['id', inOrganization],
  folders: ['id', inProject],
  assets: ['id', inProject],
  bulk_changes: ['id', inProject],
  tag_counts: ["concat_ws(':', project_id, tag)", inProject],
  asset_hashes: ["concat_ws(':', project_id, sha256)", inProject],
  widgets: ['id', inProject],
  widget_assets: ["concat_ws(':', widget_id, position)", inProject],
  api_keys: ['id', inProject],
  presets: ['id', inProject],
  signing_keys: ['id', inProject],
  audit_events: ['id', inOrganization],
  idempotency_keys: ['scope', `scope::text IN (SELECT id::text FROM users WHERE id IN ${users})`],
  jobs: ['id', `created_by IN ${users}`],
  organization_budgets: ['organization_id', inOrganization],
  user_budgets: ['user_id', `user_id IN ${users}`],
  project_usage: ['project_id', inProject],
  widget_statistics: ["concat_ws(':', project_id, span, widget_id, bucket)", inProject],
  asset_statistics: ["concat_ws(':', project_id, span, bucket, asset_id)", inProject],
  // Processes of delivery, which belong to no tenant.
  event_producers: ['id', '$1::uuid IS NULL'],
}

/** Not readable in a user's request: functions return the usage that it needs. */
export const closedTables = [
  'email_tokens',
  'login_codes',
  'organization_budgets',
  'user_budgets',
  'project_usage',
  'event_producers',
]

/** Creates them as the owner of the tables. */
export async function addTenant(owner: pg.Client, name: string): Promise<Tenant> {
  const tenant: Tenant = {
    userId: randomUUID(),
    organizationId: randomUUID(),
    projectId: randomUUID(),
    draftId: randomUUID(),
    publishedId: randomUUID(),
    assetId: randomUUID(),
    tokenId: randomUUID(),
    tokenScope: null,
  }
  const run = (sql: string, ...values: unknown[]) => owner.query(sql, values)
  const hash = (what: string) => createHash('sha256').update(`${name} ${what}`).digest()
  await addAccount(run, tenant, name, hash)
  await addProject(run, tenant, hash)
  await addImageRules(run, tenant)
  await addTraces(run, tenant, hash)
  return tenant
}

type Run = (sql: string, ...values: unknown[]) => Promise<unknown>
type Hash = (what: string) => Buffer

async function addAccount(run: Run, tenant: Tenant, name: string, hash: Hash) {
  const { userId, organizationId, tokenId } = tenant
  await run(
    `INSERT INTO users (id, name, email, email_key, password_hash, updated_at)
    VALUES ($1, $2::text, $2 || '@a.example', $2 || '@a.example', 'h', now())`,
    userId,
    name,
  )
  await run(
    'INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, $2::text, $2, now())',
    organizationId,
    name,
  )
  await run(
    "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'OWNER')",
    organizationId,
    userId,
  )
  await run(
    `INSERT INTO personal_access_tokens (id, user_id, organization_id, name, role, token_hash,
      token_prefix, expires_at) VALUES ($1, $2, $3, 'T', 'OWNER', $4, 'vpat_', now())`,
    tokenId,
    userId,
    organizationId,
    hash('personal'),
  )
  await run(
    `INSERT INTO invitations (organization_id, email, email_key, role, token_hash, expires_at)
    VALUES ($1, 'x@a.example', 'x@a.example', 'VIEWER', $2, now())`,
    organizationId,
    hash('invitation'),
  )
  await run(
    `WITH session AS (INSERT INTO sessions (user_id) VALUES ($1) RETURNING id)
    INSERT INTO refresh_tokens (session_id, token_hash, expires_at) SELECT id, $2, now() FROM session`,
    userId,
    hash('token'),
  )
  await run(
    `INSERT INTO email_tokens (id, user_id, purpose, token_hash, expires_at)
    VALUES (gen_random_uuid(), $1, 'RESET', $2, now())`,
    userId,
    hash('mail'),
  )
  await run(
    'INSERT INTO login_codes (code_hash, user_id, expires_at) VALUES ($2, $1, now())',
    userId,
    hash('code'),
  )
}

async function addProject(run: Run, tenant: Tenant, hash: Hash) {
  const { organizationId, projectId, draftId, publishedId, assetId } = tenant
  await run(
    `INSERT INTO projects (id, organization_id, name, slug, updated_at) VALUES ($1, $2, 'P', 'p', now())`,
    projectId,
    organizationId,
  )
  await run("INSERT INTO folders (project_id, name, updated_at) VALUES ($1, 'F', now())", projectId)
  await run(
    `INSERT INTO assets (id, project_id, filename, content_type, size_bytes, width, height, sha256,
      tags, updated_at) VALUES ($1, $2, 'f', 'image/png', 1, 1, 1, '', '{t}', now())`,
    assetId,
    projectId,
  )
  for (const [id, status] of [
    [draftId, 'DRAFT'],
    [publishedId, 'PUBLISHED'],
  ]) {
    await run(
      `INSERT INTO widgets (id, project_id, name, slug, layout, status, published_at, updated_at)
      VALUES ($1, $2, 'W', lower($3), 'GRID', $3::"WidgetStatus",
        CASE $3 WHEN 'PUBLISHED' THEN now() END, now())`,
      id,
      projectId,
      status,
    )
    await run(
      'INSERT INTO widget_assets (project_id, widget_id, position, asset_id) VALUES ($1, $2, 0, $3)',
      projectId,
      id,
      assetId,
    )
  }
  await run(
    "INSERT INTO bulk_changes (project_id, author, change, asset_ids, total) VALUES ($1, '{}', '{}', '{}', 0)",
    projectId,
  )
  await run(
    `INSERT INTO widget_statistics (project_id, span, widget_id, bucket, views, clicks, opens)
    VALUES ($1, 'DAY', $2, '2026-01-01', 1, 0, 0)`,
    projectId,
    publishedId,
  )
  await run(
    `INSERT INTO asset_statistics (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
    VALUES ($1, 'DAY', '2026-01-01', $2, $3, 1, 0, 0)`,
    projectId,
    publishedId,
    assetId,
  )
  await run(
    `INSERT INTO api_keys (project_id, name, key_hash, key_prefix, allowed_origins)
    VALUES ($1, 'K', $2, 'pk_', '{}')`,
    projectId,
    hash('key'),
  )
}

async function addImageRules(run: Run, { projectId }: Tenant) {
  await run(
    "INSERT INTO presets (project_id, name, w, updated_at) VALUES ($1, 'p', 1, now())",
    projectId,
  )
  await run("INSERT INTO signing_keys (project_id, number, sealed) VALUES ($1, 1, 'x')", projectId)
}

async function addTraces(run: Run, { userId, organizationId }: Tenant, hash: Hash) {
  await run(
    `INSERT INTO audit_events (organization_id, actor_id, action, resource_type, resource_id, request_id)
    VALUES ($1, $2, 'a.b', 'a', $1, 'r')`,
    organizationId,
    userId,
  )
  await run(
    "INSERT INTO idempotency_keys (scope, key_hash, fingerprint) VALUES ($1, $2, '')",
    userId,
    hash('idempotency'),
  )
  await run('INSERT INTO organization_budgets (organization_id) VALUES ($1)', organizationId)
  await run('INSERT INTO user_budgets (user_id) VALUES ($1)', userId)
  await run("INSERT INTO jobs (kind, payload, created_by) VALUES ('k', '{}', $1)", userId)
}

export async function connect(t: Test, url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  return client
}

/** Opens the database as management-api does. */
export function openScoped(t: Test, ownerUrl: string, url?: string) {
  const database = createScopedDatabase({
    url: url ?? databaseUrlOf('management-api', ownerUrl),
    poolSize: 8,
    statementTimeoutMs: 15_000,
    onConnectionError: () => undefined,
  })
  t.teardown(() => database.close())
  return database
}

/** An own database with two tenants, as its owner and as management-api see it. */
export async function twoTenants(t: Test) {
  const { url } = await ownDatabase(t)
  const owner = await connect(t, url)
  return {
    url,
    owner,
    mine: await addTenant(owner, 'mine'),
    other: await addTenant(owner, 'other'),
    scoped: openScoped(t, url),
  }
}
