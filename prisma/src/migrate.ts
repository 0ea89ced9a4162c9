import { pathToFileURL } from 'node:url'
import { ensureLogins } from './logins.js'
import { noExternals, openSchemaEngine, readMigrations } from './schema-engine.js'

/**
 * Applies every migration that the database does not have yet; a run with nothing to do is a
 * no-op. Concurrent runs wait for each other on Prisma's advisory lock.
 *
 * @returns the names of the migrations that were applied.
 * @throws when the database is out of reach, a migration fails (it is recorded as failed), or
 *   an earlier one failed and was not resolved.
 */
async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl)
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: await readMigrations(),
    filters: noExternals,
  })
  return appliedMigrationNames
}

async function main(env: NodeJS.ProcessEnv): Promise<string> {
  const databaseUrl = env.DATABASE_URL
  if (databaseUrl === undefined || databaseUrl === '') {
    throw new Error('DATABASE_URL is not set: name the database to migrate, postgresql://…')
  }
  const applied = await applyMigrations(databaseUrl)
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
