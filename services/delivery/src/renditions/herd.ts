import type { Locks } from '@vitrine/cache'

type Options = {
  locks: Locks
  /** Longest time to wait for what another replica makes, ms. */
  patienceMs: number
  nowMs: () => number
  /** Rejects with the signal's reason. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** What was made, and what still goes on for the others' sake. */
type Made<Value> = { value: Value; stored: Promise<void> }

/** What is wanted, by somebody who has just looked and found nothing. */
type Work<Value> = {
  /** What another replica has made; null: nothing. */
  find: () => Promise<Value | null>
  make: () => Promise<Made<Value>>
  signal: AbortSignal
}

const unlocked = { release: async () => undefined }
/** From one look to the next, ms: at first often, for most makings are short. */
const pauses = { first: 5, last: 50 }

/**
 * Makes a thing once, whichever replicas are asked for it at the same time: one makes and stores
 * it, the others wait and then find it stored. This only saves work. A replica that dies costs the
 * others the time that its lock outlives it; one that takes too long, or no Redis, a second making.
 */
export function createHerd({ locks, patienceMs, nowMs, sleep }: Options) {
  const untilFree = async (key: string, endMs: number, signal: AbortSignal): Promise<boolean> => {
    for (let pauseMs = pauses.first; await locks.isTaken(key); pauseMs *= 2) {
      if (nowMs() >= endMs) return false
      await sleep(Math.min(pauseMs, pauses.last), signal)
    }
    return true
  }

  const makeUnder = async <Value>(
    lock: { release(): Promise<void> },
    { find, make }: Work<Value>,
    isFirst: boolean,
  ): Promise<Value> => {
    let stored = Promise.resolve()
    try {
      // Whoever found nobody at it has just looked.
      const found = isFirst ? null : await find()
      if (found !== null) return found
      const made = await make()
      stored = made.stored
      return made.value
    } finally {
      // Not before it is stored: whoever waits looks there next.
      void stored.then(lock.release)
    }
  }

  return async <Value>(key: string, work: Work<Value>): Promise<Value> => {
    const endMs = nowMs() + patienceMs
    for (let isFirst = true; ; isFirst = false) {
      const lock = await locks.take(key)
      if (lock === 'unknown') return makeUnder(unlocked, work, isFirst)
      if (lock !== 'taken') return makeUnder(lock, work, isFirst)
      if (!(await untilFree(key, endMs, work.signal))) return makeUnder(unlocked, work, false)
      const found = await work.find()
      if (found !== null) return found
    }
  }
}

export type Herd = ReturnType<typeof createHerd>
