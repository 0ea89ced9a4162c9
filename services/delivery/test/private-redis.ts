import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCache } from '@vitrine/cache'
import { deleteData, startBackends } from '@vitrine/local/backends'
import type { Test } from 'tap'

/** A private Redis for the test, which can be suspended and resumed. */
export async function privateRedis(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-delivery-'))
  const dataDir = join(folder, 'data')
  const { env, processes, stop } = await startBackends({
    dataDir,
    log: () => undefined,
    // Always a new one, regardless of the suite's settings. The other backends are not needed.
    env: { ...process.env, REDIS_URL: undefined },
  })
  const signal = (name: NodeJS.Signals) => void process.kill(processes.redis.pid as number, name)
  t.teardown(async () => {
    signal('SIGCONT')
    await stop()
    await deleteData(dataDir, () => undefined)
    await rm(folder, { recursive: true })
  })
  return { url: env.REDIS_URL, signal }
}

/** A connection like that of a delivery process, and a way to wait for its status. */
export async function connectCache(t: Test, url: string) {
  let status: string | undefined
  let told: () => void = () => undefined
  const cache = createCache({
    url,
    // A busy machine must not look like a Redis outage.
    commandTimeoutMs: 1500,
    onStatus: (next) => {
      status = next
      told()
    },
  })
  t.teardown(() => cache.close())
  const until = async (wanted: 'up' | 'down') => {
    while (status !== wanted) {
      await new Promise<void>((resolve) => {
        told = resolve
      })
    }
  }
  await until('up')
  return { cache, until }
}
