import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBackends } from '@vitrine/local/backends'
import { sendToRedis } from './redis.js'

/** Longer than a lease: during an outage of Postgres the lease of every replica ends. */
const outageMs = 4000

const restartLimitMs = 300_000

type Backend = 'postgres' | 'redis' | 's3'

/** Private, migrated backends. Each restarts by itself `outageMs` after it was stopped. */
export async function startPrivateBackends(dataDir: string) {
  // Backends that the environment names must not be harmed: these are always started here.
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...others } = process.env
  const { REDIS_URL, S3_ENDPOINT, ...env } = others
  const backends = await startBackends({
    dataDir,
    env,
    restartDelayMs: outageMs,
    log: () => undefined,
  })
  // In a process of its own, since the migration engine keeps its connections open.
  const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const options = { env: { ...env, ...backends.env } }
  await promisify(execFile)(process.execPath, [migrate], options).catch(async (error: Error) => {
    await backends.stop()
    throw error
  })

  return {
    env: backends.env,
    /**
     * Stops a backend and resolves when it has restarted.
     *
     * @param signal Postgres ends "fast" by SIGINT, "immediate" by SIGQUIT.
     * @throws when it does not restart.
     */
    restart: async (name: Backend, signal: NodeJS.Signals): Promise<void> => {
      const { pid } = backends.processes[name]
      if (pid === null) throw new Error(`${name} is not a process of this stack`)
      process.kill(pid, signal)
      const deadline = performance.now() + restartLimitMs
      while (backends.processes[name].pid === pid) {
        if (performance.now() > deadline) throw new Error(`${name} did not come back`)
        await sleep(50)
      }
    },
    redis: (command: 'FLUSHALL' | 'SAVE') => sendToRedis(backends.env.REDIS_URL, command),
    stop: () => backends.stop(),
  }
}

export type PrivateBackends = Awaited<ReturnType<typeof startPrivateBackends>>
