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

/** What is wanted, by somebody who has looked and found nothing. */
type Work<Value> = {
  /** When that look began. */
  lookedMs: number
  /** What another replica has made; null: nothing. */
  find: () => Promise<Value | null>
  make: () => Promise<Made<Value>>
  signal: AbortSignal
}

const unlocked = { release: async () => undefined }
/** From one look to the next, ms: at first often, for most makings are short. */
const pauses = { first: 5, last: 50 }
/** Whoever gets the lock later than this after a look looks again. What was made and stored in less is cheap. */
const freshMs = 50

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
    lookedMs: number,
    { find, make }: Work<Value>,
  ): Promise<Value> => {
    let stored = Promise.resolve()
    try {
      // Somebody may have begun after that look, and be done.
      const found = nowMs() - lookedMs < freshMs ? null : await find()
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
    for (let { lookedMs } = work; ; ) {
      const lock = await locks.take(key)
      if (lock === 'unknown') return makeUnder(unlocked, lookedMs, work)
      if (lock !== 'taken') return makeUnder(lock, lookedMs, work)
      const isFree = await untilFree(key, endMs, work.signal)
      lookedMs = nowMs()
      const found = await work.find()
      if (found !== null) return found
      if (!isFree) return makeUnder(unlocked, lookedMs, work)
    }
  }
}

export type Herd = ReturnType<typeof createHerd>
