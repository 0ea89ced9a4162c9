import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, type Database } from '@vitrine/database'
import { deleteData, startBackends } from '@vitrine/local/backends'
import {
  noRateLimits,
  type RunningService,
  type ServiceName,
  startService,
} from '@vitrine/local/services'

export type AddCleanup = (cleanup: () => unknown) => void

export type Stack = {
  management: RunningService
  database: Database
  /** One more replica. `settings` are added to its environment. */
  startDelivery(settings?: Settings): Promise<RunningService>
  /** Kills Redis permanently, without a shutdown. */
  killRedis(): void
  addCleanup: AddCleanup
}

type Log = (line: string) => void
type Settings = Readonly<Record<string, string>>

/** Allows for the time to fill a table. */
const statementTimeoutMs = 3_600_000

/**
 * Starts private, migrated backends and a management-api. Everything is stopped, and the data is removed, when `use`
 * settles or this process receives a termination signal.
 *
 * @param shared added to the environment of all services.
 */
export async function withStack<Result>(
  log: Log,
  use: (stack: Stack) => Promise<Result>,
  shared: Settings = {},
): Promise<Result> {
  const cleanups: (() => unknown)[] = []
  try {
    const started = startStack(log, shared, (cleanup) => void cleanups.push(cleanup))
    return await Promise.race([started.then(use), untilInterrupted()])
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

async function startStack(log: Log, shared: Settings, addCleanup: AddCleanup): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
  addCleanup(() => deleteData(dataDir, () => undefined))
  const { env, processes, stop } = await startBackends({ dataDir, log })
  addCleanup(stop)
  // In a process of its own, because the migration engine keeps its connections open.
  const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  await promisify(execFile)(process.execPath, [migrate], {
    env: { PATH: process.env.PATH, ...env },
  })
  const start = async (name: ServiceName, settings: Settings) => {
    const service = await startService({
      name,
      env: { ...env, ...common, ...noRateLimits, ...shared, ...settings },
      log,
    })
    addCleanup(() => service.stop())
    return service
  }
  const management = await start('management-api', {
    JWT_SECRET: 'the-secret-of-one-run-and-of-no-other',
    // Longer than a slow machine needs to fill a table.
    ACCESS_TOKEN_SECONDS: '86400',
  })
  const database = createDatabase({
    url: env.DATABASE_URL,
    poolSize: 1,
    statementTimeoutMs,
    onConnectionError: (error) => log(error.message),
  })
  addCleanup(database.close)
  return {
    management,
    database,
    startDelivery: (settings = {}) => start('delivery', settings),
    killRedis: () => {
      const { pid } = processes.redis
      if (pid === null) throw new Error('REDIS_URL is set: the run has no Redis of its own to kill')
      process.kill(pid, 'SIGKILL')
    },
    addCleanup,
  }
}

const common = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'warn' }

/** Ends the whole run. */
export class Interruption extends Error {}

let interrupted: Promise<never> | undefined

/** Rejects when this process receives a termination signal, so that all processes are stopped in order. */
function untilInterrupted(): Promise<never> {
  interrupted ??= new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Interruption(`stopped by ${signal}`)))
    }
  })
  return interrupted
}
