import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@vitrine/database'
import { startBackends } from '@vitrine/local/backends'
import { startService } from '@vitrine/local/services'
import { applyMigrations } from '@vitrine/prisma/migrate'

/** To fill a table takes its time. */
const statementTimeoutMs = 600_000

export type Stack = { url: string; database: Database }

/**
 * Private, migrated backends and one management-api. They end, and their data is removed, with
 * `use`, however it ends.
 */
export async function withManagement(
  log: (line: string) => void,
  use: (stack: Stack) => Promise<void>,
): Promise<void> {
  const endings: (() => Promise<unknown>)[] = []
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    endings.push(() => rm(dataDir, { recursive: true, force: true }))
    const { env, stop } = await startBackends({ dataDir, log })
    endings.push(stop)
    await applyMigrations(env.DATABASE_URL)
    const management = await startService({
      name: 'management-api',
      env: { ...env, PUBLIC_URL: 'http://localhost', JWT_SECRET: secret, LOG_LEVEL: 'warn' },
      log,
    })
    endings.push(() => management.stop())
    const database = createDatabase({
      url: env.DATABASE_URL,
      poolSize: 1,
      statementTimeoutMs,
      onConnectionError: (error) => log(error.message),
    })
    endings.push(database.close)
    await use({ url: management.url, database })
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

const secret = 'the-secret-of-one-run-and-of-no-other'
