import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { ensureLogins } from './logins.js'
import { noExternals, openSchemaEngine, readMigrations } from './schema-engine.js'
import { withDatabase } from './with-database.js'

/**
 * Applies every migration that the database does not have yet; a run with nothing to do is a
 * no-op. Concurrent runs wait for each other on Prisma's advisory lock.
 *
 * @returns the names of the migrations that were applied.
 * @throws when the database is out of reach, it was made by a tree with other migrations, a migration fails
 *   (it is recorded as failed), or an earlier one failed and was not resolved.
 */
async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const migrationsList = await readMigrations()
  await refuseOtherHistory(databaseUrl, migrationsList.migrationDirectories[0])
  const engine = await openSchemaEngine(databaseUrl)
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList,
    filters: noExternals,
  })
  return appliedMigrationNames
}

/**
 * Refuses a database whose history begins with another migration than ours, by name or by content, because Prisma
 * would then apply all of ours to tables that exist, or none to tables that are not ours. Later migrations may be unknown:
 * after a rollback, the job of the previous release finds those of the next one.
 */
async function refuseOtherHistory(
  databaseUrl: string,
  first: Awaited<ReturnType<typeof readMigrations>>['migrationDirectories'][number] | undefined,
): Promise<void> {
  const applied = await withDatabase(databaseUrl, async (run) => {
    const [[isThere] = []] = await run(`SELECT to_regclass('_prisma_migrations') IS NOT NULL`)
    if (isThere !== true) return []
    return run('SELECT migration_name, checksum FROM _prisma_migrations ORDER BY started_at')
  })
  const script = first?.migrationFile.content.value ?? ''
  const checksum = createHash('sha256').update(script).digest('hex')
  if (applied.length === 0) return
  if (applied.some(([name, known]) => name === first?.path && known === checksum)) return
  throw new Error(
    `the database was made by an older version, whose migrations (${applied[0]?.[0]}, …) this one does not continue: "npm start -- --reset" begins again with empty data, and a database of your own has to be replaced by an empty one; nothing was changed`,
  )
}

/**
 * Takes the right to create temporary tables and functions from everyone but the owner of the database: no service needs
 * it. A copy of the database has it again, so each run of the job takes it. Has no effect if the role does not own the database.
 */
const refuseTemporaryTables = (databaseUrl: string) =>
  withDatabase(databaseUrl, (run) =>
    run(`DO $$ BEGIN
      -- Postgres refuses two revocations at the same time.
      PERFORM pg_advisory_xact_lock(hashtextextended('vitrine:temporary', 0));
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END $$`),
  )

async function main(env: NodeJS.ProcessEnv): Promise<string> {
  const databaseUrl = env.DATABASE_URL
  if (databaseUrl === undefined || databaseUrl === '') {
    throw new Error('DATABASE_URL is not set: name the database to migrate, postgresql://…')
  }
  if (!URL.canParse(databaseUrl)) {
    throw new Error('DATABASE_URL is not an address that begins with postgresql://')
  }
  const applied = await applyMigrations(databaseUrl)
  await refuseTemporaryTables(databaseUrl)
  const logins = await ensureLogins(databaseUrl, env)
  const lines = [
    ...applied.map((name) => `applied ${name}`),
    ...logins.map((name) => `the role ${name} can log in`),
  ]
  return lines.length === 0 ? 'the database is up to date' : lines.join('\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${await main(process.env)}\n`)
    // The engine keeps its connection pool open; everything it was asked for is committed.
    process.exit(0)
  } catch (error) {
    process.stderr.write(`migrate: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
