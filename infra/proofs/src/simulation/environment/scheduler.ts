import TinyQueue from 'tinyqueue'

type Event = { atMs: number; order: number; run: () => void; isCancelled: boolean }

/** The earliest event first, and events of the same time in the order they were added. */
const compare = (left: Event, right: Event) => left.atMs - right.atMs || left.order - right.order

/** Node runs all microtasks before the next immediate. */
const microtasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Virtual time. One event runs, then all promise callbacks that follow from it, then the next event.
 * Nothing else orders what happens in a run.
 */
export function createScheduler() {
  const queue = new TinyQueue<Event>([], compare)
  let nowMs = 0
  let order = 0
  let hasPromises = false

  return {
    /** Call it in an event whose code may use promises. Other events are over when they return. */
    followPromises: (): void => {
      hasPromises = true
    },
    nowMs: (): number => nowMs,
    /** @returns a function that cancels the event. */
    after: (ms: number, run: () => void): (() => void) => {
      order += 1
      const event: Event = { atMs: nowMs + Math.max(ms, 0), order, run, isCancelled: false }
      queue.push(event)
      return () => {
        event.isCancelled = true
      }
    },
    /** Runs every event up to that time. @throws what an event throws. */
    runUntil: async (endMs: number): Promise<void> => {
      for (let event = queue.peek(); event !== undefined; event = queue.peek()) {
        if (event.atMs > endMs) break
        queue.pop()
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
