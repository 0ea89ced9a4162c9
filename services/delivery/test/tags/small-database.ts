import { createHash } from 'node:crypto'
import { createDatabase, type Database } from '@vitrine/database'
import { createSql, type Sql } from '@vitrine/database/sql'
import { backends, databaseUrlOf } from '@vitrine/testing'
import { copyDatabase } from '@vitrine/testing/database-copies'
import type { Test } from 'tap'

/*
 * A data set that is small enough to query completely, and in which collisions are likely: two
 * organizations, three projects, four slugs, four assets, three keys. Further ids and hashes are for new
 * rows and for rows that change theirs.
 */
const uuid = (kind: number, i: number) => `${kind}0000000-0000-4000-8000-00000000000${i}`
const ids = (kind: number, count: number) => Array.from({ length: count }, (_, i) => uuid(kind, i))

export const organizations = ids(1, 2)
export const projects = ids(2, 4)
export const widgets = ids(3, 10)
export const assets = ids(4, 6)
export const keys = ids(5, 5)
export const presets = ids(6, 5)
export const signingKeys = ids(7, 5)
export const slugs = ['a', 'b', 'c', 'd']
export const hashes = slugs.map((slug) => createHash('sha256').update(slug).digest())
/** All possible delivery lookups in this data set. */
export const subjects = {
  projects,
  slugs,
  assets: projects.flatMap((projectId) => assets.map((id) => ({ projectId, id }))),
  hashes,
}
export const asBytes = (hash: Buffer) => `'\\x${hash.toString('hex')}'::bytea`

/** One slug is published by two projects. */
const seed = [
  'DELETE FROM organizations',
  ...organizations.map(
    (id, i) => `INSERT INTO organizations (id, name, slug, updated_at)
      VALUES ('${id}', 'O', 'o${i}', now())`,
  ),
  ...projects.slice(0, 3).map(
    (id, i) => `INSERT INTO projects (id, organization_id, name, slug, updated_at)
      VALUES ('${id}', '${organizations[i % 2]}', 'P', 'p${i}', now())`,
  ),
  ...assets.slice(0, 4).map(
    (id, i) => `INSERT INTO assets (id, project_id, filename, content_type, size_bytes, width,
        height, sha256, tags, updated_at)
      VALUES ('${id}', '${projects[i % 2]}', 'f', 'image/png', 1, 1, 1, '', '{}', now())`,
  ),
  ...widgets.slice(0, 4).map(
    (
      id,
      i,
    ) => `INSERT INTO widgets (id, project_id, name, slug, layout, config, status, published_at,
        updated_at)
      VALUES ('${id}', '${projects[i % 3]}', 'W', '${slugs[i % 3]}${i === 3 ? 'x' : ''}', 'GRID',
        '{"filterByTags":true}',
        '${i < 3 ? 'PUBLISHED' : 'DRAFT'}', now(), now())`,
  ),
  `INSERT INTO widgets (id, project_id, name, slug, layout, status, published_at, updated_at)
    VALUES ('${widgets[4]}', '${projects[1]}', 'W', 'a', 'GRID', 'PUBLISHED', now(), now())`,
  ...assets.slice(0, 4).map(
    (id, i) => `INSERT INTO widget_assets (project_id, widget_id, position, asset_id)
      VALUES ('${projects[i % 2]}', '${widgets[i % 2]}', ${i}, '${id}')`,
  ),
  ...presets.slice(0, 3).map(
    (id, i) => `INSERT INTO presets (id, project_id, name, w, updated_at)
      VALUES ('${id}', '${projects[i]}', 'card', 100, now())`,
  ),
  ...signingKeys.slice(0, 3).map(
    (id, i) => `INSERT INTO signing_keys (id, project_id, number, sealed)
      VALUES ('${id}', '${projects[i]}', 1, 'x')`,
  ),
  ...keys.slice(0, 3).map(
    (id, i) => `INSERT INTO api_keys (id, project_id, name, key_hash, key_prefix)
      VALUES ('${id}', '${projects[i]}', 'K', ${asBytes(hashes[i] ?? Buffer.alloc(0))}, 'pk_')`,
  ),
]

export async function reset(database: Database): Promise<void> {
  await database.$executeRawUnsafe(`DO $seed$ BEGIN ${seed.join(';\n')}; END $seed$`)
}

type OwnDatabase = { url: string; database: Database; sql: Sql }

/** A separate, migrated database on the test server. It is dropped with the test. */
export async function ownDatabase(t: Test): Promise<OwnDatabase> {
  const { url, drop } = await copyDatabase(backends().databaseUrl)
  const database = open(url)
  const sql = createSql(options(databaseUrlOf('delivery', url)))
  t.teardown(async () => {
    await Promise.all([database.close(), sql.close()])
    await drop()
  })
  return { url, database, sql }
}

const options = (url: string) => ({
  url,
  poolSize: 4,
  statementTimeoutMs: 30_000,
  onConnectionError: () => undefined,
})

const open = (url: string): Database => createDatabase(options(url))
