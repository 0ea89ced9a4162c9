import type { Budget } from './budget.js'
import { type Counter, type Tally, turnTo, windowAt } from './sliding-window.js'

/** Where processes add up what they counted. */
export type SharedCounts = {
  /** @returns the totals of all, in the order of `counts`; null when that could not be. */
  add: (
    group: string,
    counts: readonly (readonly [name: string, count: number])[],
  ) => Promise<number[] | null>
}

export type SharingOptions = {
  budgets: readonly Budget[]
  /** Of the groups in `shared`: services that count apart have different ones. */
  keyPrefix: string
  shared: SharedCounts
  /** Whether there is any use in calling `shared`. */
  isReachable: () => boolean
  /** Wall clock, ms. */
  now: () => number
}

/** Callers of one command: few enough not to hold up others that use Redis. */
const batchSize = 500

/**
 * Exchanges counts with the other processes.
 *
 * While they are out of reach, each process uses its own counts, and sends them later. A call that fails
 * half-way may have been counted or not. It is not repeated, because a double count would refuse callers
 * that are within their limit.
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

  /** Of both windows: the one before counts on, and others have added to it since it ended. */
  const handOver = async (budget: Budget, counters: readonly Counter[]): Promise<void> => {
    const window = windowAt(now())
    for (const counter of counters) turnTo(counter, window)
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
    /** To be called about once a second. Nothing is sent when there is nothing to tell. */
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
