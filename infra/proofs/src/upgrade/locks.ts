import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const sampleMs = 10

/** The lock of a table for which a statement waited the longest, and how long, ms. */
export type LongestWait = { ms: number; table: string | null }

/** Watches for how long statements wait for locks of tables, until `end` is called. */
export async function watchLocks(
  databaseUrl: string,
): Promise<{ end: () => Promise<LongestWait> }> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  let isOn = true
  const longest: LongestWait = { ms: 0, table: null }
  const watch = async (): Promise<void> => {
    while (isOn) {
      const { rows } = await client.query<{ ms: number; table: string }>(`
        SELECT extract(epoch FROM clock_timestamp() - waitstart)::float8 * 1000 AS ms,
          relation::regclass::text AS table
        FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND waitstart IS NOT NULL
        ORDER BY waitstart LIMIT 1`)
      const [found] = rows
      if (found !== undefined && found.ms > longest.ms) Object.assign(longest, found)
      await sleep(sampleMs)
    }
  }
  const watching = watch()
  return {
    end: async () => {
      isOn = false
      await watching
      await client.end()
      return longest
    },
  }
}

/**
 * Adds rows of pictures, whose files do not exist, as a large installation has them. Triggers do not run, because counts and
 * change log are not what is looked at.
 */
export async function addAssets(
  databaseUrl: string,
  { projectId, count }: { projectId: string; count: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`)
    // Indexes are built in a tenth of the time in which they are filled row by row.
    const { rows } = await client.query<{ name: string; definition: string }>(`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index WHERE indrelid = 'assets'::regclass AND NOT indisunique`)
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    await client.query(
      `INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, updated_at)
       SELECT $1, 'IMG_' || i || '.jpg', 'image/jpeg', 200000, 1600, 1200, sha256(i::text::bytea), now()
       FROM generate_series(1, $2::int) AS i`,
      [projectId, count],
    )
    for (const { definition } of rows) await client.query(definition)
    await client.query('ANALYZE assets')
  } finally {
    await client.end()
  }
}
