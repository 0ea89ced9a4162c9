import type { Clock } from './admission.js'

/** A look for a stored rendition; a fetch of what one is made from. */
export type Trip = 'look' | 'fetch'

type Options = { clock: Pick<Clock, 'nowMs' | 'after'> }

/** Calls of a store that answers soon. */
const fewest = 8
/** One more for each that the oldest call under way has taken, ms. */
const perCallMs = 10

/**
 * Limits how many calls of the object store are under way for renditions. Each costs this process
 * milliseconds of CPU time: at the beginning of an overload, when the queue fills within a moment, all
 * of them together would keep it from answering anything else. Calls that only wait for a slow store
 * cost nothing, so the longer the store takes, the more there may be. Fetches go before looks: they keep
 * the image processes at work.
 */
export function createStoreTurns({ clock }: Options) {
  const waiting: Record<Trip, (() => void)[]> = { fetch: [], look: [] }
  /** When each began, the oldest first. */
  const running = new Set<{ startedMs: number }>()
  let isChecking = false

  const mayStart = (): boolean => {
    const [oldest] = running
    const ageMs = oldest === undefined ? 0 : clock.nowMs() - oldest.startedMs
    return running.size < fewest + ageMs / perCallMs
  }

  const startNext = (): void => {
    while (mayStart()) {
      const start = waiting.fetch.shift() ?? waiting.look.shift()
      if (start === undefined) return
      start()
    }
    if (isChecking || waiting.fetch.length + waiting.look.length === 0) return
    isChecking = true
    clock.after(perCallMs, () => {
      isChecking = false
      startNext()
    })
  }

  /** Runs a call in its turn. */
  return <Value>(trip: Trip, call: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        const one = { startedMs: clock.nowMs() }
        running.add(one)
        const end = (): void => {
          running.delete(one)
          startNext()
        }
        call().finally(end).then(resolve, reject)
      }
      waiting[trip].push(start)
      startNext()
    })
}

export type StoreTurns = ReturnType<typeof createStoreTurns>
