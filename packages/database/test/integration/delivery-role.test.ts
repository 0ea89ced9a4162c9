import { randomBytes, randomUUID } from 'node:crypto'
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
  const readable = ['widgets', 'assets', 'projects', 'presets', 'signing_keys']
  for (const table of Object.keys(tenantTables)) {
    if (readable.includes(table)) continue
    await t.rejects(delivery.query(`SELECT FROM ${table}`), /permission denied/, table)
  }
  const hidden = ['assets.metadata', 'assets.tags', 'widgets.name']
  for (const column of [...hidden, 'projects.name', 'projects.organization_id']) {
    const [table] = column.split('.')
    await t.rejects(delivery.query(`SELECT ${column} FROM ${table}`), /permission denied/, column)
  }
})

t.test('a replica renews and removes its own row of the register alone', async (t) => {
  const [one, other] = ['00000000-0000-4000-8000-000000000001', randomUUID()]
  const [secret, stolen] = [randomBytes(32), randomBytes(32)]
  await delivery.query('SELECT vitrine_register_replica($1, $2, 0)', [one, secret])
  await delivery.query('SELECT vitrine_register_replica($1, $2, 0)', [other, stolen])
  const renew = async (id: string, by: Buffer) =>
    (await delivery.query('SELECT vitrine_renew_replica($1, $2, 7)', [id, by])).rowCount
  const rows = async () =>
    (await owner.query('SELECT id, renewals::int, acked::int FROM replicas ORDER BY id')).rows
  t.equal(await renew(one, stolen), 0)
  await delivery.query('SELECT vitrine_remove_replica($1, $2)', [one, stolen])
  t.match(await rows(), [{ id: one, renewals: 0, acked: 0 }, { id: other }])
  t.equal(await renew(one, secret), 1)
  t.match(await rows(), [{ id: one, renewals: 1, acked: 7 }, { id: other }])
  await delivery.query('SELECT vitrine_remove_replica($1, $2)', [one, secret])
  t.match(await rows(), [{ id: other }])
  const again = delivery.query('SELECT vitrine_register_replica($1, $2, 0)', [other, secret])
  await t.rejects(again, /replicas_pkey/, 'a row is not taken over')
})

t.test('a key is found by its hash, and only its last use is recorded', async (t) => {
  const { rows: keys } = await owner.query<{ id: string; hash: Buffer }>(
    'SELECT id, key_hash AS hash FROM api_keys ORDER BY id',
  )
  const [used, unused] = keys
  const find = async (hash: Buffer | undefined) =>
    (await delivery.query('SELECT id FROM vitrine_find_api_key($1)', [hash])).rows
  t.same(await find(used?.hash), [{ id: used?.id }])
  t.same(await find(Buffer.alloc(32)), [])
  await delivery.query('SELECT vitrine_record_key_uses($1, $2)', [
    [used?.hash, Buffer.alloc(32)],
    [new Date(Date.now() + 3_600_000), new Date()],
  ])
  const { rows } = await owner.query(
    'SELECT id, last_used <= now() AS "isUsed" FROM api_keys ORDER BY id',
  )
  t.same(rows, [
    { id: used?.id, isUsed: true },
    { id: unused?.id, isUsed: null },
  ])
})

t.test('it writes no table', async (t) => {
  for (const statement of [
    'UPDATE replicas SET fenced = false',
    'UPDATE replicas SET acked = 9',
    'DELETE FROM replicas',
    "INSERT INTO replicas (id, secret_hash) VALUES (gen_random_uuid(), sha256(''))",
    'SELECT secret_hash FROM replicas',
    'UPDATE api_keys SET last_used = now()',
    'SELECT key_hash FROM api_keys',
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
