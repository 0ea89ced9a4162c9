import { randomUUID } from 'node:crypto'
import type { Cache } from './cache.js'

const takeScript = `
  if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0`

/** Only what is one's own is renewed or released: after a pause it may be somebody else's. */
const renewScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`
const releaseScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1])`

export type LocksOptions = {
  cache: Pick<Cache, 'evaluate' | 'get'>
  /** How long a lock outlives an owner that dies, ms. */
  ttlMs?: number
}

/** A lock that is held, and kept until it is released. */
export type Lock = { release(): Promise<void> }

/**
 * Locks between processes, in Redis. They save work and guard nothing: an owner that stands still
 * loses its lock without knowing, and without Redis there is none.
 */
export function createLocks({ cache, ttlMs = 2000 }: LocksOptions) {
  const hold = (key: string, token: string): Lock => {
    const renewal = setInterval(() => {
      void cache.evaluate(renewScript, key, [token, ttlMs]).then((renewed) => {
        if (renewed === 0) clearInterval(renewal)
      })
    }, ttlMs / 4)
    renewal.unref()
    return {
      release: async () => {
        clearInterval(renewal)
        await cache.evaluate(releaseScript, key, [token])
      },
    }
  }

  return {
    /** @returns 'taken' when somebody else holds it, 'unknown' when Redis can't tell. */
    take: async (key: string): Promise<Lock | 'taken' | 'unknown'> => {
      const token = randomUUID()
      const taken = await cache.evaluate(takeScript, key, [token, ttlMs])
      if (taken === 1) return hold(key, token)
      return taken === 0 ? 'taken' : 'unknown'
    },
    /** @returns false also when Redis can't tell: nobody is to wait for that. */
    isTaken: async (key: string): Promise<boolean> => (await cache.get(key)) !== null,
  }
}

export type Locks = ReturnType<typeof createLocks>
