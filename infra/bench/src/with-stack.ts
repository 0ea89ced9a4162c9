import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, type Database } from '@vitrine/database'
import { type BackendsEnv, deleteData, startBackends } from '@vitrine/local/backends'
import {
  noRateLimits,
  type RunningService,
  type ServiceName,
  startService,
} from '@vitrine/local/services'
import { withCleanup } from './cleanup.js'
import { untilInterrupted } from './interruption.js'

/** Allows for the time to fill a table. */
const statementTimeoutMs = 600_000

export type Stack = {
  management: RunningService
  /** One more. `settings` are added to its environment. */
  startManagement(settings?: Settings): Promise<RunningService>
  database: Database
  storeUrl: string
  /** The addresses of the backends. */
  env: BackendsEnv
  /** `settings` are added to its environment. */
  startDelivery(settings?: Settings): Promise<RunningService>
  /** Kills Redis permanently, without a shutdown. */
  killRedis(): void
}

type Log = (line: string) => void
type Settings = Readonly<Record<string, string>>

/**
 * Starts private, migrated backends and one management-api. They are stopped, and their data is
 * removed, when `use` settles or this process receives a termination signal.
 *
 * @param shared added to the environment of all services.
 */
export const withStack = (
  log: Log,
  use: (stack: Stack) => Promise<void>,
  shared: Settings = {},
): Promise<void> =>
  withCleanup(async (addCleanup) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    addCleanup(() => deleteData(dataDir, () => undefined))
    const { env, processes, stop } = await startBackends({ dataDir, log })
    addCleanup(stop)
    await migrate(env)
    let started = 0
    const start = async (name: ServiceName, settings: Settings = {}) => {
      started += 1
      const service = await startService({
        name,
        env: { ...env, ...commonSettings, ...shared, ...settings },
        log,
        logFile: join(dataDir, 'logs', `${name}-${started}.log`),
      })
      addCleanup(() => service.stop())
      return service
    }
    const startManagement = (settings: Settings = {}) =>
      start('management-api', { ...noRateLimits, JWT_SECRET: secret, ...settings })
    const management = await startManagement()
    const database = createDatabase({
      url: env.DATABASE_URL,
      poolSize: 1,
      statementTimeoutMs,
      onConnectionError: (error) => log(error.message),
    })
    addCleanup(database.close)
    const used = use({
      management,
      startManagement,
      database,
      storeUrl: env.S3_ENDPOINT,
      env,
      startDelivery: (settings) => start('delivery', settings),
      killRedis: () => {
        if (processes.redis.pid === null)
          throw new Error('REDIS_URL is set, so this stack has no Redis of its own to kill')
        process.kill(processes.redis.pid, 'SIGKILL')
      },
    })
    await Promise.race([used, untilInterrupted()])
  })

const commonSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  LOG_LEVEL: 'warn',
}

/** In a separate process, because Prisma's engine can be opened only once per process. */
async function migrate(backends: BackendsEnv): Promise<void> {
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  await promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...backends },
  })
}

const secret = 'the-secret-of-one-run-and-of-no-other'
