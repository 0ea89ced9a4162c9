import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, type Database } from '@vitrine/database'
import { startBackends } from '@vitrine/local/backends'
import { type RunningService, type ServiceName, startService } from '@vitrine/local/services'

/** To fill a table takes its time. */
const statementTimeoutMs = 600_000

export type Stack = {
  /** Of management-api. */
  url: string
  database: Database
  startDelivery(): Promise<RunningService>
  /** Ends Redis, for good and without a word. */
  killRedis(): void
}

type Log = (line: string) => void

/**
 * Private, migrated backends and one management-api. They end, and their data is removed, with
 * `use`, however it ends.
 */
export async function withStack(log: Log, use: (stack: Stack) => Promise<void>): Promise<void> {
  const endings: (() => Promise<unknown>)[] = []
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    endings.push(() => rm(dataDir, { recursive: true, force: true }))
    const { env, processes, stop } = await startBackends({ dataDir, log })
    endings.push(stop)
    await migrate(env.DATABASE_URL)
    const start = async (name: ServiceName, settings: Record<string, string> = {}) => {
      const common = { PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'warn' }
      const service = await startService({ name, env: { ...env, ...common, ...settings }, log })
      endings.push(() => service.stop())
      return service
    }
    const management = await start('management-api', { JWT_SECRET: secret })
    const database = createDatabase({
      url: env.DATABASE_URL,
      poolSize: 1,
      statementTimeoutMs,
      onConnectionError: (error) => log(error.message),
    })
    endings.push(database.close)
    await use({
      url: management.url,
      database,
      startDelivery: () => start('delivery'),
      killRedis: () => {
        if (processes.redis.pid === null) throw new Error('REDIS_URL is set: no Redis of our own')
        process.kill(processes.redis.pid, 'SIGKILL')
      },
    })
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

/** In a process of its own: Prisma's engine can be opened once in each. */
async function migrate(databaseUrl: string): Promise<void> {
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  await promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  })
}

const secret = 'the-secret-of-one-run-and-of-no-other'
