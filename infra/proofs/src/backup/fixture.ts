import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assetObjects, mezzanineObject, originalObject } from '@vitrine/contracts'
import { createSql } from '@vitrine/database/sql'
import { createObjectStore } from '@vitrine/object-store'
import pLimit from 'p-limit'
import type { PrivateBackends } from '../stack/backends.js'

const storedAtOnce = 16
const rowsAtOnce = 500
/** Between two changes. */
const pauseMs = 200
const originalBytes = 40_000
const copyBytes = 10_000

/** A project whose pictures are any bytes: nothing here decodes them. */
export async function createFixture({ env }: Pick<PrivateBackends, 'env'>) {
  const sql = createSql({
    url: env.DATABASE_URL,
    poolSize: 2,
    statementTimeoutMs: 60_000,
    onConnectionError: () => undefined,
  })
  const store = createObjectStore({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
    timeoutMs: 30_000,
  })
  const projectId = randomUUID()
  const put = async (key: string, sizeBytes: number): Promise<string> => {
    const bytes = randomBytes(sizeBytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const upload = await store.signUpload(key, 60)
    await upload({ path: '', bytes, sizeBytes, contentType: 'image/jpeg', sha256 })
    return sha256
  }
  /** Objects first, then rows, as an upload does it. */
  const add = async (count: number): Promise<string[]> => {
    const limit = pLimit(storedAtOnce)
    const pictures = await Promise.all(
      Array.from({ length: count }, () =>
        limit(async () => {
          const id = randomUUID()
          const sha256 = await put(originalObject(projectId, id), originalBytes)
          await put(mezzanineObject(projectId, id, '1024'), copyBytes)
          return { id, sha256 }
        }),
      ),
    )
    const [ids, hashes] = [pictures.map(({ id }) => id), pictures.map(({ sha256 }) => sha256)]
    await sql.query`
      INSERT INTO assets (id, project_id, filename, content_type, size_bytes, width, height, sha256, tags, updated_at)
      SELECT id, ${projectId}::uuid, 'picture.jpg', 'image/jpeg', ${originalBytes}, 400, 300, decode(sha256, 'hex'),
        '{sea,summer}', now()
      FROM unnest(${ids}::uuid[], ${hashes}::text[]) AS new (id, sha256)`
    return ids
  }

  return {
    sql,
    fill: async (count: number): Promise<void> => {
      await sql.query`
        WITH org AS (
          INSERT INTO organizations (name, slug, updated_at) VALUES ('Proof', 'proof', now()) RETURNING id
        )
        INSERT INTO projects (id, organization_id, name, slug, updated_at)
        SELECT ${projectId}::uuid, id, 'Proof', 'proof', now() FROM org`
      for (let made = 0; made < count; made += rowsAtOnce) {
        await add(Math.min(rowsAtOnce, count - made))
      }
    },
    /** Uploads and deletes until it is told to end. @returns the number of changes. */
    change: async (isOn: () => boolean): Promise<number> => {
      let changes = 0
      while (isOn()) {
        const [oldest] = await sql.query<{ id: string }>`
          DELETE FROM assets WHERE id = (SELECT id FROM assets ORDER BY random() LIMIT 1) RETURNING id`
        if (oldest) await store.removePrefix(assetObjects(projectId, oldest.id))
        await add(1)
        changes += 2
        await sleep(pauseMs)
      }
      return changes
    },
    count: async (): Promise<number> =>
      (await sql.queryRow<{ n: number }>`SELECT count(*)::int AS n FROM assets`).n,
    close: () => sql.close(),
  }
}
