import type { FastifyBaseLogger } from 'fastify'

const flushMs = 30_000

/**
 * When each key was last used, gathered in memory and written in one batch every 30 s: no write
 * per request, and a key's `lastUsed` is at most a minute behind.
 */
export function createUsage(deps: {
  record: (lastUsed: ReadonlyMap<string, Date>) => Promise<void>
  log: FastifyBaseLogger
}) {
  /** When each was used, ms since 1970. */
  let pending = new Map<string, number>()

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      await deps.record(new Map([...batch].map(([keyId, ms]) => [keyId, new Date(ms)])))
    } catch (err) {
      // Kept for the next round, unless the key was used again since.
      pending = new Map([...batch, ...pending])
      deps.log.warn({ err }, 'could not record when keys were used')
    }
  }
  const timer = setInterval(flush, flushMs)
  timer.unref()

  return {
    used: (keyId: string): void => {
      pending.set(keyId, Date.now())
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type Usage = ReturnType<typeof createUsage>
