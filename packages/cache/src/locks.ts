import { randomUUID } from 'node:crypto'
import type { Cache } from './cache.js'

/** The value after the owner released the lock with its work done. It differs from every token. */
const doneMark = 'done'

const takeScript = `
  local value = redis.call('GET', KEYS[1])
  if value and value ~= '${doneMark}' then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return value and 2 or 1`

/** Renews and releases only if the token still matches: after a pause another owner may have the lock. */
const renewScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`
const releaseScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
  redis.call('SET', KEYS[1], '${doneMark}', 'PX', ARGV[2])
  return 1`

type LocksOptions = {
  cache: Pick<Cache, 'evaluate' | 'get'>
  /** How long a lock outlives an owner that died, ms. */
  ttlMs?: number
}

/** A lock, which is renewed until it is released. */
export type Lock = {
  /** The previous owner released it less than its `doneMs` ago, with the work done. */
  wasDone: boolean
  /** @param doneMs how long the next owner sees `wasDone`; not at all if left out. */
  release(doneMs?: number): Promise<void>
}

/**
 * Locks between processes, in Redis. They only avoid duplicate work: a paused owner can lose its lock
 * without noticing, and without Redis no lock is granted.
 */
export function createLocks({ cache, ttlMs = 2000 }: LocksOptions) {
  const hold = (key: string, token: string, wasDone: boolean): Lock => {
    const renewal = setInterval(() => {
      void cache.evaluate(renewScript, key, [token, ttlMs]).then((renewed) => {
        if (renewed === 0) clearInterval(renewal)
      })
    }, ttlMs / 4)
    renewal.unref()
    return {
      wasDone,
      release: async (doneMs = 0) => {
        clearInterval(renewal)
        await cache.evaluate(releaseScript, key, [token, doneMs])
      },
    }
  }

  return {
    /** @returns 'taken' if another owner holds it, 'unknown' if Redis does not answer. */
    take: async (key: string): Promise<Lock | 'taken' | 'unknown'> => {
      const token = randomUUID()
      const taken = await cache.evaluate(takeScript, key, [token, ttlMs])
      if (taken === 1 || taken === 2) return hold(key, token, taken === 2)
      return taken === 0 ? 'taken' : 'unknown'
    },
    /** @returns false also if Redis does not answer, so that no caller waits. */
    isTaken: async (key: string): Promise<boolean> => {
      const value = await cache.get(key)
      return value !== null && value !== doneMark
    },
  }
}

export type Locks = ReturnType<typeof createLocks>
