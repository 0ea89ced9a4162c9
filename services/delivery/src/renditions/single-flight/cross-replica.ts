import type { Lock, Locks } from '@vitrine/cache'

type Options = {
  locks: Locks
  /** Longest time to wait for what another replica makes, ms. */
  patienceMs: number
  nowMs: () => number
  /** Rejects with the signal's reason. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The result, and the store operation that other replicas wait for. A value of null: there is none. */
type Made<Value> = { value: Value; stored: Promise<void> }

/** The work of a caller that has looked into the store and found nothing. */
type Work<Value> = {
  /** What another replica has made; null: nothing. */
  find: () => Promise<Value | null>
  make: () => Promise<Made<Value>>
  signal: AbortSignal
}

const unlocked: Lock = { wasDone: false, release: async () => undefined }
/** From one look to the next, ms: at first often, for most makings are short. */
const pauses = { first: 5, last: 50 }
/** Longer than it takes from the beginning of a look to the lock, ms. */
const doneMs = 15_000

/**
 * Makes a thing once, whichever replicas are asked for it at the same time: one makes and stores
 * it, the others wait and then find it stored. The caller looks before it asks for the lock, and not
 * again unless the lock says that another replica was done in between. This only saves work. A replica
 * that dies costs the others the time that its lock outlives it; one that takes too long, or no Redis,
 * a second making.
 */
export function createHerd({ locks, patienceMs, nowMs, sleep }: Options) {
  const untilFree = async (key: string, endMs: number, signal: AbortSignal): Promise<boolean> => {
    for (let pauseMs = pauses.first; await locks.isTaken(key); pauseMs *= 2) {
      if (nowMs() >= endMs) return false
      await sleep(Math.min(pauseMs, pauses.last), signal)
    }
    return true
  }

  const makeUnder = async <Value>(lock: Lock, { find, make }: Work<Value>): Promise<Value> => {
    let done = Promise.resolve(0)
    try {
      const found = lock.wasDone ? await find() : null
      if (found !== null) {
        done = Promise.resolve(doneMs)
        return found
      }
      const { value, stored } = await make()
      if (value !== null) done = stored.then(() => doneMs)
      return value
    } finally {
      // Not before it is stored: whoever waits looks there next.
      void done.then(lock.release)
    }
  }

  return async <Value>(key: string, work: Work<Value>): Promise<Value> => {
    const endMs = nowMs() + patienceMs
    for (;;) {
      const lock = await locks.take(key)
      if (lock === 'unknown') return makeUnder(unlocked, work)
      if (lock !== 'taken') return makeUnder(lock, work)
      const isFree = await untilFree(key, endMs, work.signal)
      const found = await work.find()
      if (found !== null) return found
      if (!isFree) return makeUnder(unlocked, work)
    }
  }
}

export type Herd = ReturnType<typeof createHerd>
