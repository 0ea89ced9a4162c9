import { createEventQueue, type Event } from './event-queue.js'

/** Node empties the queue of microtasks between any two immediates. */
const microtasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Virtual time. One event runs, then every promise that it resolved is followed to its end, then
 * the next: there is no other order in which anything in a environment can happen.
 */
export function createScheduler() {
  const queue = createEventQueue()
  let nowMs = 0
  let order = 0
  let hasPromises = false

  return {
    /** Says that this event runs code which may have promises; others are over when they return. */
    followPromises: (): void => {
      hasPromises = true
    },
    nowMs: (): number => nowMs,
    /** @returns a function that calls it off. */
    after: (ms: number, run: () => void): (() => void) => {
      order += 1
      const event: Event = { atMs: nowMs + Math.max(ms, 0), order, run, isCancelled: false }
      queue.add(event)
      return () => {
        event.isCancelled = true
      }
    },
    /** Runs all that is due up to then. @throws what an event throws. */
    runUntil: async (endMs: number): Promise<void> => {
      for (let event = queue.first(); event !== undefined; event = queue.first()) {
        if (event.atMs > endMs) break
        queue.removeFirst()
        if (event.isCancelled) continue
        nowMs = event.atMs
        event.run()
        if (hasPromises) await microtasks()
        hasPromises = false
      }
      nowMs = endMs
    },
  }
}

export type Scheduler = ReturnType<typeof createScheduler>
