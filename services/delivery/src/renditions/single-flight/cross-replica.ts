import type { Lock, Locks } from '@vitrine/cache'

type Options = {
  locks: Locks
  /** Longest time to wait for a render of another replica, ms. */
  patienceMs: number
  nowMs: () => number
  /** Rejects with the signal's reason. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The result, null for none, and the upload that other replicas wait for. */
type Rendered<Value> = { value: Value; stored: Promise<void> }

/** The work of a caller that has queried the store and found nothing. */
type Work<Value> = {
  /** Queries the store again; null if it is still missing. */
  find: () => Promise<Value | null>
  render: () => Promise<Rendered<Value>>
  signal: AbortSignal
}

const noLock: Lock = { wasDone: false, release: async () => undefined }
/** Pauses between two checks of a taken lock, ms: short at first, as most renders are short. */
const pauses = { first: 5, last: 50 }
/**
 * How long a released lock records that the work was done, ms: longer than the time from a caller's query
 * to its attempt to take the lock.
 */
const doneMs = 15_000

/**
 * Single-flight across replicas: one of them renders and stores, the others wait and then find the result
 * in the store. The caller queries the store before it takes the lock. It queries again only if the lock
 * records that another replica has finished in between.
 *
 * This saves work and is not needed for correctness. If a replica dies, the others wait until its lock
 * expires. If a replica takes too long, or Redis is down, the same rendition is rendered twice.
 */
export function createCrossReplicaSingleFlight({ locks, patienceMs, nowMs, sleep }: Options) {
  const waitUntilFree = async (key: string, endMs: number, signal: AbortSignal) => {
    for (let pauseMs = pauses.first; await locks.isTaken(key); pauseMs *= 2) {
      if (nowMs() >= endMs) return false
      await sleep(Math.min(pauseMs, pauses.last), signal)
    }
    return true
  }

  const renderUnder = async <Value>(lock: Lock, work: Work<Value>): Promise<Value> => {
    let done = Promise.resolve(0)
    try {
      const found = lock.wasDone ? await work.find() : null
      if (found !== null) {
        done = Promise.resolve(doneMs)
        return found
      }
      const { value, stored } = await work.render()
      if (value !== null) done = stored.then(() => doneMs)
      return value
    } finally {
      // Released after the upload: the other replicas query the store next.
      void done.then(lock.release)
    }
  }

  return async <Value>(key: string, work: Work<Value>): Promise<Value> => {
    const endMs = nowMs() + patienceMs
    for (;;) {
      const lock = await locks.take(key)
      if (lock === 'unknown') return renderUnder(noLock, work)
      if (lock !== 'taken') return renderUnder(lock, work)

      const isFree = await waitUntilFree(key, endMs, work.signal)
      const found = await work.find()
      if (found !== null) return found
      if (!isFree) return renderUnder(noLock, work)
    }
  }
}

export type CrossReplicaSingleFlight = ReturnType<typeof createCrossReplicaSingleFlight>
