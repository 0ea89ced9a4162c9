import type { Budget } from './budget.js'
import { advanceTo, type Counter, type Tally, windowAt } from './sliding-window.js'

/** The store in which processes add up their counts. */
export type SharedCounts = {
  /** @returns the totals of all processes, in the order of `counts`; null if the exchange failed. */
  add: (
    group: string,
    counts: readonly (readonly [name: string, count: number])[],
  ) => Promise<number[] | null>
}

export type SharingOptions = {
  budgets: readonly Budget[]
  /** Prefix of the groups in `shared`. Services that count separately use different prefixes. */
  keyPrefix: string
  shared: SharedCounts
  isReachable: () => boolean
  /** Wall clock, ms. */
  now: () => number
}

/** Callers per command: few enough not to delay other users of Redis. */
const batchSize = 500

/**
 * Exchanges counts with the other processes.
 *
 * While `shared` is unreachable, each process uses its own counts and sends them later. A failed call may
 * or may not have been counted. It is not retried, because a double count would reject callers that are
 * within their limit.
 */
export function createSharing({ budgets, keyPrefix, shared, isReachable, now }: SharingOptions) {
  let isUnderWay = false

  const tell = async (group: string, callers: readonly string[], tallies: readonly Tally[]) => {
    const sent = tallies.map(({ unsent }) => unsent)
    const totals = await shared.add(
      group,
      callers.map((caller, i) => [caller, sent[i] ?? 0]),
    )
    for (const [i, tally] of tallies.entries()) {
      tally.unsent -= sent[i] ?? 0
      tally.shared = totals?.[i] ?? tally.shared
    }
  }

  /**
   * Exchanges both windows: the previous one still counts, and others may have added to it since it ended.
   */
  const handOver = async (budget: Budget, counters: readonly Counter[]): Promise<void> => {
    const window = windowAt(now())
    for (const counter of counters) advanceTo(counter, window)
    const callers = counters.map(({ caller }) => caller)
    const group = (number: number) => `${keyPrefix}:${budget.name}:${number}`
    const before = counters.map(({ previous }) => previous)
    const current = counters.map((counter) => counter.current)
    await Promise.all([
      tell(group(window - 1), callers, before),
      tell(group(window), callers, current),
    ])
    for (const counter of counters) budget.settled(counter)
  }

  return {
    /** Call it about once a second. Sends nothing if no counter is due. */
    sync: async (): Promise<void> => {
      if (isUnderWay || !isReachable()) return
      isUnderWay = true
      try {
        for (const budget of budgets) {
          const due = budget.takeDue()
          for (let from = 0; from < due.length; from += batchSize) {
            await handOver(budget, due.slice(from, from + batchSize))
          }
        }
      } finally {
        isUnderWay = false
      }
    },
  }
}
