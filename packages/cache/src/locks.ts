import { randomUUID } from 'node:crypto'
import type { Cache } from './cache.js'

/** The value of a key whose last owner released it with its work done. No token is like it. */
const doneMark = 'done'

const takeScript = `
  local value = redis.call('GET', KEYS[1])
  if value and value ~= '${doneMark}' then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return value and 2 or 1`

/** Only what is one's own is renewed or released: after a pause it may be somebody else's. */
const renewScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`
const releaseScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
  redis.call('SET', KEYS[1], '${doneMark}', 'PX', ARGV[2])
  return 1`

export type LocksOptions = {
  cache: Pick<Cache, 'evaluate' | 'get'>
  /** How long a lock outlives an owner that dies, ms. */
  ttlMs?: number
}

/** A lock that is held, and kept until it is released. */
export type Lock = {
  /** The last owner has released it less than `doneMs` ago, with its work done. */
  wasDone: boolean
  /** @param doneMs for how long the next owner learns that the work is done; left out: not at all. */
  release(doneMs?: number): Promise<void>
}

/**
 * Locks between processes, in Redis. They save work and guard nothing: an owner that stands still
 * loses its lock without knowing, and without Redis there is none.
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
    /** @returns 'taken' when somebody else holds it, 'unknown' when Redis can't tell. */
    take: async (key: string): Promise<Lock | 'taken' | 'unknown'> => {
      const token = randomUUID()
      const taken = await cache.evaluate(takeScript, key, [token, ttlMs])
      if (taken === 1 || taken === 2) return hold(key, token, taken === 2)
      return taken === 0 ? 'taken' : 'unknown'
    },
    /** @returns false also when Redis can't tell: nobody is to wait for that. */
    isTaken: async (key: string): Promise<boolean> => {
      const value = await cache.get(key)
      return value !== null && value !== doneMark
    },
  }
}

export type Locks = ReturnType<typeof createLocks>
