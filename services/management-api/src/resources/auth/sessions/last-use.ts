import type { FastifyBaseLogger } from 'fastify'

const flushMs = 60_000

/** Maximum number of ids per batch. Further ids wait for their next use. */
const maxPending = 10_000

type Deps = {
  /** The name of the rows in log lines: "sessions". */
  what: string
  record: (ids: readonly string[]) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Collects in memory which rows were used, and writes one batch per minute. So there is no write per
 * request, and `lastUsed` is at most two minutes behind.
 */
export function createLastUse({ what, record, log }: Deps) {
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = [...pending]
    pending = new Set()
    try {
      await record(batch)
    } catch (err) {
      // Not retried: a row that is used again is in a later batch.
      log.warn({ err }, `could not record when ${what} were used`)
    }
  }

  return {
    used: (id: string): void => {
      if (pending.size < maxPending) pending.add(id)
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
