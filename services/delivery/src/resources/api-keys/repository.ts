import type { Snapshot } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'

/** An API key. Its expiry is checked at each use, not when it is read. */
export type KnownKey = {
  id: string
  projectId: string
  /** Absent in entries that an older release has cached in Redis. */
  permissions?: 'READ' | 'READ_WRITE'
  expiresAtMs: number | null
  /** The origins whose pages may use it; empty if every page may. */
  allowedOrigins: string[]
}

type Row = {
  asOf: number
  id: string | null
  projectId: string
  permissions: 'READ' | 'READ_WRITE'
  expiresAt: Date | null
  allowedOrigins: string[]
}

export const apiKeyRepository = (sql: Sql) => ({
  /** The key with this hash, or null, and the head of the change log, in one snapshot. */
  findByHash: async (keyHash: Uint8Array<ArrayBuffer>): Promise<Snapshot<KnownKey | null>> => {
    const row = await sql.queryRow<Row>`
      SELECT head.seq::float8 AS "asOf", key.id, key.project_id AS "projectId", key.expires_at AS "expiresAt",
        key.permissions,
        coalesce(key.allowed_origins, '{}') AS "allowedOrigins"
      FROM change_head AS head LEFT JOIN vitrine_find_api_key(${keyHash}) AS key ON true`
    const keyTag = tags.key(Buffer.from(keyHash).toString('hex'))
    if (row.id === null) return { value: null, tags: [keyTag], asOf: row.asOf }
    const { id, projectId, permissions, expiresAt, allowedOrigins } = row
    return {
      value: {
        id,
        projectId,
        permissions,
        allowedOrigins,
        expiresAtMs: expiresAt?.getTime() ?? null,
      },
      tags: [keyTag, tags.project(projectId)],
      asOf: row.asOf,
    }
  },

  /** Records when the keys with these hashes were last used, in one statement. A later time is never overwritten. */
  recordUse: async (lastUsed: ReadonlyMap<string, Date>): Promise<void> => {
    const hashes = [...lastUsed.keys()].map((hash) => Buffer.from(hash, 'hex'))
    await sql.query`
      SELECT vitrine_record_key_uses(${hashes}::bytea[], ${[...lastUsed.values()]}::timestamptz[])`
  },
})
