import type { FastifyBaseLogger } from 'fastify'

const flushMs = 30_000

/**
 * Records when each key was last used. Uses are collected in memory and written in one statement every 30
 * s, so a request costs no write, and `lastUsed` is at most a minute behind.
 */
export function createUsage(deps: {
  record: (lastUsed: ReadonlyMap<string, Date>) => Promise<void>
  log: FastifyBaseLogger
}) {
  /** When each key was used, by the hash of the key, ms since 1970. */
  let pending = new Map<string, number>()

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      await deps.record(new Map([...batch].map(([keyHash, ms]) => [keyHash, new Date(ms)])))
    } catch (err) {
      // Try again in the next round. A later use of the same key wins.
      pending = new Map([...batch, ...pending])
      deps.log.warn({ err }, 'could not record when keys were used')
    }
  }
  const timer = setInterval(flush, flushMs)
  timer.unref()

  return {
    /** @param keyHash in hexadecimal. */
    used: (keyHash: string): void => {
      pending.set(keyHash, Date.now())
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type Usage = ReturnType<typeof createUsage>
