import { databaseUrlOf } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createSql } from '../../src/sql/index.js'
import { ownDatabase } from '../own-database.js'
import { addTenant, connect, tenantTables } from '../rls/tenants.js'

const { url } = await ownDatabase(t)
const owner = await connect(t, url)
const tenants = [await addTenant(owner, 'one'), await addTenant(owner, 'two')] as const
const delivery = await connect(t, databaseUrlOf('delivery', url))

t.test('delivery reads published widgets of all projects, and no drafts', async (t) => {
  const { rows } = await delivery.query('SELECT id FROM widgets ORDER BY id')
  t.same(
    rows.map(({ id }) => id),
    tenants.map(({ publishedId }) => publishedId).sort(),
  )
  for (const { publishedId, draftId, assetId } of tenants) {
    const places = async (id: string) => {
      const select = 'SELECT place, shown_asset_id AS id FROM vitrine_published_items($1)'
      return (await delivery.query(select, [id])).rows
    }
    t.same(await places(publishedId), [{ place: 0, id: assetId }])
    t.same(await places(draftId), [])
  }
})

t.test('of a draft it learns only that it exists', async (t) => {
  const hasDraft = async (slug: string) => {
    const { rows } = await delivery.query('SELECT vitrine_has_draft($1, $2) AS it', [
      tenants[0].projectId,
      slug,
    ])
    return rows[0].it
  }
  t.equal(await hasDraft('draft'), true)
  t.equal(await hasDraft('published'), false)
})

t.test('it cannot read accounts or private data', async (t) => {
  const readable = ['widgets', 'assets', 'api_keys', 'projects', 'presets', 'signing_keys']
  for (const table of Object.keys(tenantTables)) {
    if (readable.includes(table)) continue
    await t.rejects(delivery.query(`SELECT FROM ${table}`), /permission denied/, table)
  }
  const hidden = ['assets.metadata', 'assets.tags', 'widgets.name', 'api_keys.name']
  for (const column of [...hidden, 'projects.name', 'projects.organization_id']) {
    const [table] = column.split('.')
    await t.rejects(delivery.query(`SELECT ${column} FROM ${table}`), /permission denied/, column)
  }
})

t.test('it writes the replica register and the last use of keys', async (t) => {
  const id = '00000000-0000-4000-8000-000000000000'
  await delivery.query('INSERT INTO replicas (id, grace_ms) VALUES ($1, 0)', [id])
  await delivery.query('UPDATE replicas SET renewals = 1, acked = 1, renewed_at = now()')
  await t.rejects(delivery.query('UPDATE replicas SET fenced = false'), /permission denied/)
  await delivery.query('DELETE FROM replicas')
  await delivery.query('UPDATE api_keys SET last_used = now()')
  for (const statement of [
    'UPDATE api_keys SET expires_at = now()',
    'DELETE FROM api_keys',
    "UPDATE widgets SET status = 'DRAFT'",
    'DELETE FROM assets',
    'INSERT INTO change_log (tags) VALUES (ARRAY[]::text[])',
    "SELECT log_tags('{*}')",
    'SELECT * FROM vitrine_seal_changes()',
  ]) {
    await t.rejects(delivery.query(statement), /permission denied/, statement)
  }
})

t.test('it refuses to run as a role that bypasses policies', async (t) => {
  const sql = createSql({
    url,
    poolSize: 1,
    statementTimeoutMs: 15_000,
    role: 'vitrine_delivery',
    onConnectionError: () => undefined,
  })
  t.teardown(() => sql.close())
  await t.rejects(sql.ping(), { code: 'DATABASE_MISCONFIGURED' })
})
