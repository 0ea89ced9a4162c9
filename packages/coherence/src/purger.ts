import { tags } from '@vitrine/contracts'
import { pageSize } from './follower.js'
import type { ChangeLogStore, Clock, EdgeCache, Observer, PurgePosition } from './ports.js'

type PurgerOptions = {
  changeLog: Pick<ChangeLogStore, 'since'>
  position: PurgePosition
  edge: EdgeCache
  clock: Clock
  observer: Pick<Observer, 'purgeFailed'>
}

/** How long until the first repetition, ms. Each further one waits twice as long. */
const repeatAfterMs = 100
const longestPauseMs = 5000

/**
 * Purges the changes of the log from the caches in front of delivery. The log is the outbox: whoever goes on after a
 * crash begins at the stored position, repeats a purge, and forgets none.
 */
export function createPurger({ changeLog, position, edge, clock, observer }: PurgerOptions) {
  /** How far it is asked to purge, and how far it knows that the caches have confirmed. */
  let wantedTo = 0
  let purgedTo = 0
  let isWorking = false
  let isStopped = false
  let cancelPause = (): void => undefined
  const waiting = new Set<() => void>()

  const purgeLog = async (upTo: number): Promise<void> => {
    const { logId, seq } = await position.read()
    if (seq === null) {
      // Another cache, another log, or the first purge: nobody knows what the caches have kept.
      await edge.purge([tags.everything])
      return position.advance(logId, upTo)
    }
    for (let from = seq; from < upTo; ) {
      const page = await changeLog.since(from, pageSize)
      const to = Math.min(page.to, upTo)
      if (to <= from) throw new Error(`the log ends at ${page.head}, before the change ${upTo}`)
      const named = page.changes.filter(({ seq }) => seq <= to).flatMap((change) => change.tags)
      // Rule purge-what-was-pruned: the changes that the log has lost may have named any tag.
      const lost = page.from > from ? [tags.everything] : []
      await edge.purge([...new Set([...lost, ...named])])
      // Rule advance-after-purge.
      await position.advance(logId, to)
      from = to
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      cancelPause = clock.after(ms, resolve)
    })

  /** Changes that come during a purge share the next one. */
  const work = async (): Promise<void> => {
    if (isWorking) return
    isWorking = true
    for (let failures = 0; purgedTo < wantedTo && !isStopped; ) {
      const upTo = wantedTo
      try {
        await purgeLog(upTo)
        purgedTo = upTo
        failures = 0
        for (const check of waiting) check()
      } catch (error) {
        observer.purgeFailed(error)
        await pause(Math.min(repeatAfterMs * 2 ** failures, longestPauseMs))
        failures += 1
      }
    }
    isWorking = false
  }

  return {
    /**
     * Whether the caches confirm the purge of every change up to `seq` within `ms`. After that it goes on: the purge is
     * repeated until they do.
     *
     * Rule purge-after-rest: call it only when no answer from before these changes can enter a cache any more.
     */
    within: (ms: number, seq: number): Promise<boolean> =>
      new Promise((resolve) => {
        const end = (): void => {
          cancel()
          waiting.delete(check)
          resolve(seq <= purgedTo)
        }
        const check = (): void => {
          if (seq <= purgedTo) end()
        }
        const cancel = clock.after(ms, end)
        waiting.add(check)
        check()
        wantedTo = Math.max(wantedTo, seq)
        void work()
      }),
    /** Begins no further purge. Another process goes on at the stored position. */
    stop: (): void => {
      isStopped = true
      cancelPause()
    },
  }
}

export type Purger = ReturnType<typeof createPurger>
