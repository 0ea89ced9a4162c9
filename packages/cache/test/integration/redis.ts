import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { deleteData, startBackends } from '@vitrine/local/backends'
import { Redis } from 'ioredis'
import type { Test } from 'tap'

export type PrivateRedis = {
  url: string
  /** A connection for administrative commands. */
  admin: Redis
  signal(signal: NodeJS.Signals): void
  /** Kills and restarts the server with its last snapshot. */
  restart(): Promise<void>
  /** Makes it a replica of the other server and waits for the initial sync. */
  follow(other: PrivateRedis): Promise<void>
  /** Waits until the section of INFO matches the pattern. */
  untilReplication(pattern: RegExp): Promise<void>
}

/** A separate Redis server, which keeps its address after `restart`. */
export async function privateRedis(t: Test): Promise<PrivateRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-cache-'))
  const dataDir = join(folder, 'data')
  let restarted: () => void = () => undefined
  const { env, processes, stop } = await startBackends({
    dataDir,
    log: () => undefined,
    // Always starts its own server. The other backends are not needed.
    env: { ...process.env, REDIS_URL: undefined },
    restartDelayMs: 1,
    onRestart: () => restarted(),
  })
  const admin = new Redis(env.REDIS_URL, { retryStrategy: () => 20 })
  admin.on('error', () => undefined)
  t.teardown(async () => {
    admin.disconnect()
    await stop()
    await deleteData(dataDir, () => undefined)
    rmSync(folder, { recursive: true })
  })
  const untilReplication = async (pattern: RegExp) => {
    while (!pattern.test(await admin.info('replication'))) await setImmediate()
  }
  // Otherwise a new replica waits 5 s for others to join.
  await admin.config('SET', 'repl-diskless-sync-delay', '0')
  return {
    url: env.REDIS_URL,
    admin,
    signal: (signal) => void process.kill(processes.redis.pid as number, signal),
    restart: async () => {
      const isBack = new Promise<void>((resolve) => {
        restarted = resolve
      })
      process.kill(processes.redis.pid as number, 'SIGKILL')
      await isBack
    },
    follow: async (other) => {
      const { hostname, port, password } = new URL(other.url)
      await admin.config('SET', 'masterauth', password)
      await admin.replicaof(hostname, Number(port))
      await other.untilReplication(/state=online/)
    },
    untilReplication,
  }
}
