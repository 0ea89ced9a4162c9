import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBackends } from '@vitrine/local/backends'
import { sendToRedis } from './redis.js'

/** Longer than a lease: without Postgres every replica comes to the end of its own. */
export const outageMs = 4000

const restartLimitMs = 60_000

type Backend = 'postgres' | 'redis' | 's3'

/** Private, migrated backends. Each comes back by itself `outageMs` after it was struck down. */
export async function startPrivateBackends(dataDir: string) {
  // An address in the environment is somebody's own: nothing of it is to be struck down here.
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...others } = process.env
  const { REDIS_URL, S3_ENDPOINT, ...env } = others
  const backends = await startBackends({
    ...{ dataDir, env, restartDelayMs: outageMs },
    log: () => undefined,
  })
  // A process of its own: the engine of the migrations keeps its connections open.
  const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const options = { env: { ...env, ...backends.env } }
  await promisify(execFile)(process.execPath, [migrate], options).catch(async (error: Error) => {
    await backends.stop()
    throw error
  })

  return {
    env: backends.env,
    /**
     * Strikes a backend down and resolves when it is back.
     *
     * @param signal Postgres ends "fast" by SIGINT, "immediate" by SIGQUIT.
     * @throws when it does not come back.
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
