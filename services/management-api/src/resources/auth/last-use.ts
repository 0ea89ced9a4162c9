import type { FastifyBaseLogger } from 'fastify'

const flushMs = 60_000

/** Sessions that are remembered until the next batch; beyond, those that come later wait for it. */
const maxPending = 10_000

type Deps = {
  record: (sessionIds: readonly string[]) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Which sessions were used, gathered in memory and written in one batch a minute: no write per
 * request, and a session's `lastUsed` is at most two minutes behind.
 */
export function createSessionUsage({ record, log }: Deps) {
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = [...pending]
    pending = new Set()
    try {
      await record(batch)
    } catch (err) {
      // Not tried again: a session that goes on being used is in the next batch.
      log.warn({ err }, 'could not record when sessions were used')
    }
  }

  return {
    used: (sessionId: string): void => {
      if (pending.size < maxPending) pending.add(sessionId)
    },
    start: (): void => {
      timer = setInterval(flush, flushMs)
      timer.unref()
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type SessionUsage = ReturnType<typeof createSessionUsage>
