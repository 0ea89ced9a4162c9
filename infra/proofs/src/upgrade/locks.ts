import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '@vitrine/prisma/with-database'

const sampleMs = 10

/** The lock of a table for which a statement waited the longest, and how long, ms. */
export type LongestWait = { ms: number; table: string | null }

/** Watches for how long statements wait for locks of tables while `work` runs. */
export function watchLocks(
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<LongestWait> {
  return withDatabase(databaseUrl, async (run) => {
    let isOn = true
    const longest: LongestWait = { ms: 0, table: null }
    const watch = async (): Promise<void> => {
      while (isOn) {
        const [[ms, table] = []] = await run(`
          SELECT extract(epoch FROM clock_timestamp() - waitstart)::float8 * 1000, relation::regclass::text
          FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND waitstart IS NOT NULL
          ORDER BY waitstart LIMIT 1`)
        if (Number(ms) > longest.ms) Object.assign(longest, { ms: Number(ms), table })
        await sleep(sampleMs)
      }
    }
    const watching = watch()
    try {
      await work()
    } finally {
      isOn = false
      await watching
    }
    return longest
  })
}

/**
 * Adds rows of pictures, whose files do not exist, as a large installation has them. Triggers do not run, because counts and
 * change log are not what is looked at.
 *
 * @param projectId that `management-api` has made.
 */
export function addAssets(
  databaseUrl: string,
  { projectId, count }: { projectId: string; count: number },
): Promise<void> {
  return withDatabase(databaseUrl, async (run) => {
    await run(`SET session_replication_role = replica`)
    await run(`SET maintenance_work_mem = '512MB'`)
    // Indexes are built in a tenth of the time in which they are filled row by row.
    const indexes = await run(`
      SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid = 'assets'::regclass AND NOT indisunique`)
    for (const [name] of indexes) await run(`DROP INDEX ${name}`)
    await run(
      `INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, updated_at)
       SELECT '${projectId}', 'IMG_' || i || '.jpg', 'image/jpeg', 200000, 1600, 1200, sha256(i::text::bytea), now()
       FROM generate_series(1, ${count}) AS i`,
    )
    for (const [, definition] of indexes) await run(`${definition}`)
    await run('ANALYZE assets')
  })
}
