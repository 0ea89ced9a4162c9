import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deleteData, startBackends } from '@vitrine/local/backends'
import { until } from '@vitrine/testing'

/** Longer than a lease: during an outage of Postgres the lease of every replica ends. */
const outageMs = 4000
const restartLimitMs = 300_000
const redisTimeoutMs = 5000

const ownMigrations = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))

/** Private, migrated backends. Each restarts by itself `outageMs` after it was stopped. */
async function startPrivateBackends(
  dataDir: string,
  given: Readonly<Record<string, string>>,
  migrations: string,
) {
  // Backends that the environment names must not be harmed: these are always started here.
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...others } = process.env
  const { REDIS_URL, S3_ENDPOINT, ...inherited } = others
  const env = { ...inherited, ...given }
  const backends = await startBackends({
    dataDir,
    env,
    restartDelayMs: outageMs,
    log: () => undefined,
  })
  // In a process of its own, since the migration engine keeps its connections open.
  const migrate = (program: string) =>
    promisify(execFile)(process.execPath, [program], { env: { ...env, ...backends.env } })
  await migrate(migrations).catch(async (error: Error) => {
    await backends.stop()
    throw error
  })

  return {
    env: backends.env,
    /** Applies the migrations that the database does not have. */
    migrate: async (): Promise<void> => void (await migrate(ownMigrations)),
    /**
     * Stops a backend and resolves when it has restarted.
     *
     * @param signal Postgres ends "fast" by SIGINT, "immediate" by SIGQUIT.
     * @throws when it does not restart.
     */
    restart: async (name: 'postgres' | 'redis' | 's3', signal: NodeJS.Signals): Promise<void> => {
      const { pid } = backends.processes[name]
      if (pid === null) throw new Error(`${name} is not a process of this stack`)
      process.kill(pid, signal)
      const limit = AbortSignal.timeout(restartLimitMs)
      await until(() => {
        limit.throwIfAborted()
        return backends.processes[name].pid !== pid
      })
    },
    redis: (command: 'FLUSHALL' | 'SAVE') => sendToRedis(backends.env.REDIS_URL, command),
    stop: () => backends.stop(),
  }
}

export type PrivateBackends = Awaited<ReturnType<typeof startPrivateBackends>>

/**
 * Calls `use` with private backends that have a data folder of their own.
 *
 * @param given addresses of backends to use instead of own ones.
 * @param migrations the program that migrates the database.
 */
export async function withBackends<Result>(
  use: (backends: PrivateBackends) => Promise<Result>,
  given: Readonly<Record<string, string>> = {},
  migrations = ownMigrations,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-proofs-'))
  try {
    const backends = await startPrivateBackends(dataDir, given, migrations)
    try {
      return await use(backends)
    } finally {
      await backends.stop()
    }
  } finally {
    await deleteData(dataDir, () => undefined)
  }
}

/**
 * Sends one command over a connection of its own. Its arguments must not need quotes.
 *
 * @throws when Redis refuses it, or does not answer.
 */
function sendToRedis(url: string, command: string): Promise<void> {
  const { hostname, port, password } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setTimeout(redisTimeoutMs, () => socket.destroy(new Error(`${command}: no answer`)))
    socket.on('error', reject)
    const replies = ['AUTH', command]
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
      if (text.split('\r\n').length <= replies.length) return
      socket.destroy()
      if (text.startsWith('-') || text.includes('\r\n-')) reject(new Error(`${command}: ${text}`))
      else resolve()
    })
    socket.write(`AUTH ${password}\r\n${command}\r\n`)
  })
}
