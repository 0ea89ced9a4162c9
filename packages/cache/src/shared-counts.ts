import type { Cache } from './cache.js'

type SharedCountsOptions = {
  cache: Pick<Cache, 'evaluate'>
  /** How long a group is kept after its last change, ms. */
  keepMs: number
  /** Maximum number of names per group. Further names are not counted. About 100 bytes each. */
  maxNames?: number
}

/**
 * A group is one hash, so it expires as a whole and one command can add to all of its counts. ARGV: keepMs,
 * maxNames, then name and count alternately. A count of 0 only reads.
 */
const addScript = `
  local key = KEYS[1]
  local names = redis.call('HLEN', key)
  local totals = {}
  for i = 3, #ARGV, 2 do
    local name, count = ARGV[i], tonumber(ARGV[i + 1])
    local known = redis.call('HGET', key, name)
    if count > 0 and (known or names < tonumber(ARGV[2])) then
      if not known then names = names + 1 end
      totals[#totals + 1] = redis.call('HINCRBY', key, name, count)
    else
      totals[#totals + 1] = tonumber(known or 0) + count
    end
  end
  redis.call('PEXPIRE', key, ARGV[1])
  return totals`

/** Counts shared by several processes, in groups that expire. No call rejects because of Redis. */
export function createSharedCounts({ cache, keepMs, maxNames = 100_000 }: SharedCountsOptions) {
  return {
    /**
     * Adds to any number of counts of a group. Redis is blocked for about 1 µs per count.
     *
     * @returns the totals of all processes, in the order of `counts`; null without Redis or after a
     *   timeout, in which case they may have been counted.
     */
    add: async (
      group: string,
      counts: readonly (readonly [name: string, count: number])[],
    ): Promise<number[] | null> => {
      const totals = await cache.evaluate(addScript, group, [keepMs, maxNames, ...counts.flat()])
      return Array.isArray(totals) ? (totals as number[]) : null
    },
  }
}
