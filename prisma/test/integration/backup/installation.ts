import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createObjectChecksums,
  type FileKey,
  mezzanineObject,
  originalObject,
} from '@vitrine/contracts'
import { deleteData, startBackends } from '@vitrine/local/backends'
import { createObjectStore } from '@vitrine/object-store'
import { backends, objectSecret } from '@vitrine/testing'
import { copyDatabase } from '@vitrine/testing/database-copies'
import type { Test } from '@vitrine/testing/t'
import type { Parts } from '../../../src/backup/backup.js'
import { openDatabase } from '../../../src/backup/rows.js'
import { folderVault, type Vault } from '../../../src/backup/vault.js'

export const newFolder = async (t: Test): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An empty, migrated database and an empty bucket. */
export async function newInstallation(t: Test) {
  const copy = await copyDatabase(backends().databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-backup-store-'))
  const { PATH, REDIS_URL } = process.env
  const own = await startBackends({
    dataDir,
    env: { PATH, REDIS_URL, DATABASE_URL: copy.url },
    log: () => undefined,
  })
  const database = await openDatabase(copy.url)
  t.teardown(async () => {
    await database.end()
    await own.stop()
    await deleteData(dataDir, () => undefined)
    await copy.drop()
  })
  const { env } = own
  const store = createObjectStore({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
    timeoutMs: 15_000,
  })
  const lines: string[] = []
  const partsOf = async (vault: Vault): Promise<Parts> => ({
    database,
    store,
    vault,
    work: await newFolder(t),
    log: (line) => void lines.push(line),
  })
  return { database, store, env, lines, partsOf }
}

export type Installation = Awaited<ReturnType<typeof newInstallation>>

export const newVault = async (t: Test): Promise<Vault> => folderVault(await newFolder(t))

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

type Picture = { assetId: string; projectId: string; fileKey?: FileKey; bytes?: Buffer }

/** Stores an original and a signed smaller copy. */
export async function storePicture(
  t: Test,
  { store }: Pick<Installation, 'store'>,
  { assetId, projectId, fileKey = null, bytes = randomBytes(300) }: Picture,
) {
  const path = join(await newFolder(t), 'file')
  const put = async (key: string, content: Buffer, isSigned: boolean) => {
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const object = { key, contentType: 'image/png', sha256 }
    const metadata = isSigned ? createObjectChecksums([objectSecret]).metadataOf(object) : {}
    const upload = await store.signUpload(key, 60)
    await upload({ path, ...object, sizeBytes: content.length, metadata })
    return sha256
  }
  const key = originalObject(projectId, assetId, fileKey)
  const copy = mezzanineObject(projectId, assetId, '1024', fileKey)
  const sha256 = await put(key, bytes, false)
  await put(copy, randomBytes(200), true)
  return { key, copy, sha256, sizeBytes: bytes.length }
}

/** An organization with a row in each table, and its pictures. */
export async function addOrganization(t: Test, installation: Installation, slug: string) {
  const { query } = installation.database
  const [id, userId, projectId] = [randomUUID(), randomUUID(), randomUUID()]
  const [folderId, widgetId, tokenId] = [randomUUID(), randomUUID(), randomUUID()]
  const assetIds = [randomUUID(), randomUUID(), randomUUID()]
  const former = randomUUID()
  await query(
    `INSERT INTO users (id, name, email, email_key, password_hash, updated_at) VALUES
      ($1, E'Ann\\tO''Brien\\n\\\\', $3, $3, '$2b$12$x', now()), ($2, 'Former', $4, $4, 'x', now())`,
    [userId, former, `ann@${slug}.test`, `former@${slug}.test`],
  )
  await query(
    `INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'Org', $2, '2026-01-02 03:04:05.678Z')`,
    [id, slug],
  )
  await query(`INSERT INTO memberships VALUES ($1, $2, 'OWNER', now(), 7)`, [id, userId])
  await query(
    `INSERT INTO invitations (organization_id, email, email_key, role, token_hash, invited_by_id, expires_at)
      VALUES ($1, 'a@b.test', 'a@b.test', 'EDITOR', $2, $3, now() + interval '1 day')`,
    [id, hex(randomBytes(32)), userId],
  )
  await query(
    `INSERT INTO projects (id, organization_id, name, slug, updated_at) VALUES ($1, $2, 'Shop', 'shop', now())`,
    [projectId, id],
  )
  await query(
    `INSERT INTO personal_access_tokens (id, user_id, organization_id, project_id, name, role, token_hash, token_prefix, expires_at)
      VALUES ($1, $2, $3, $4, 'CI', 'EDITOR', $5, 'vpat_', now() + interval '1 day')`,
    [tokenId, userId, id, projectId, hex(randomBytes(32))],
  )
  await query(
    `INSERT INTO presets (project_id, name, w, updated_at) VALUES ($1, 'small', 320, now())`,
    [projectId],
  )
  await query(
    `INSERT INTO signing_keys (project_id, number, sealed, revoked_at) VALUES ($1, 1, NULL, now()), ($1, 2, $2, NULL)`,
    [projectId, hex(randomBytes(60))],
  )
  await query(
    `INSERT INTO folders (id, project_id, parent_id, name, updated_at) VALUES
      ($2, $1, $3, 'inner', now()), ($3, $1, NULL, 'outer', now())`,
    [projectId, randomUUID(), folderId],
  )
  const pictures = []
  for (const [n, assetId] of assetIds.entries()) {
    const fileKey = n === 2 ? `v2-${randomBytes(8).toString('hex')}` : null
    const stored = await storePicture(t, installation, { assetId, projectId, fileKey })
    pictures.push({ assetId, fileKey, ...stored })
    await query(
      `INSERT INTO assets (id, project_id, folder_id, filename, content_type, size_bytes, width, height, sha256, version,
          file_key, focal_x, focal_y, tags, metadata, alt_text, revision, updated_at)
        VALUES ($1, $2, $3, 'sea "side".png', 'image/png', $4, 8, 9, $5, $6, $7, 0.1, 0.30000000000000004, '{sea,"a,b"}',
          E'{"b": 1,\\n  "a": "\\\\u00e9"}', 'Sea', 3, now())`,
      [
        assetId,
        projectId,
        n ? folderId : null,
        stored.sizeBytes,
        `\\x${stored.sha256}`,
        n,
        fileKey,
      ],
    )
  }
  await query(
    `INSERT INTO widgets (id, project_id, name, slug, layout, config, theme, status, published_at, last_published_at, revision, updated_at)
      VALUES ($1, $2, 'Hero', 'hero', 'GRID', '{"columns":3}', '{}', 'PUBLISHED', now(), now(), 5, now())`,
    [widgetId, projectId],
  )
  await query(
    `INSERT INTO widget_assets (project_id, widget_id, position, asset_id, caption) VALUES ($1, $2, 0, $3, 'One'), ($1, $2, 4, $4, NULL)`,
    [projectId, widgetId, assetIds[0], assetIds[1]],
  )
  await query(
    `UPDATE projects SET watermark_asset_id = $2, watermark_position = 'top', watermark_opacity = 0.5, watermark_scale = 0.2,
      watermark_from = 100 WHERE id = $1`,
    [projectId, assetIds[2]],
  )
  const keyHash = randomBytes(32)
  await query(
    `INSERT INTO api_keys (project_id, name, key_hash, key_prefix, allowed_origins) VALUES ($1, 'web', $2, 'pk_', '{https://a.test}')`,
    [projectId, hex(keyHash)],
  )
  await query('INSERT INTO organization_budgets (organization_id, assets) VALUES ($1, 1000)', [id])
  await query('INSERT INTO user_budgets (user_id, tokens) VALUES ($1, 5)', [userId])
  await query(
    `INSERT INTO audit_events (organization_id, actor_id, action, resource_type, resource_id, request_id)
      VALUES ($1, $2, 'create', 'project', $3, 'r')`,
    [id, former, projectId],
  )
  await query(`INSERT INTO widget_statistics VALUES ($1, 'DAY', $2, '2026-01-01', 3, 2, 1)`, [
    projectId,
    widgetId,
  ])
  await query(`INSERT INTO asset_statistics VALUES ($1, 'DAY', '2026-01-01', $2, $3, 3, 2, 1)`, [
    projectId,
    widgetId,
    assetIds[0],
  ])
  await query(
    `INSERT INTO bulk_changes (project_id, author, change, asset_ids, total) VALUES ($1, '{}', '{}', $2, 1)`,
    [projectId, [assetIds[0]]],
  )
  await query(`INSERT INTO idempotency_keys (scope, key_hash, fingerprint) VALUES ($1, $2, $2)`, [
    userId,
    hex(randomBytes(32)),
  ])
  await query('INSERT INTO event_producers (id, seq) VALUES ($1, 12)', [randomUUID()])
  await query(
    `INSERT INTO jobs (kind, payload) VALUES ('prepare-widget', '{}'), ('send-mail', '{"to":"x"}')`,
  )
  await query('INSERT INTO sessions (id, user_id) VALUES ($1, $2)', [randomUUID(), userId])
  return { id, slug, userId, former, projectId, widgetId, pictures, keyHash }
}
