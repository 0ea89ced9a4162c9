import type { Cache } from './cache.js'

export type SharedCountsOptions = {
  cache: Pick<Cache, 'evaluate'>
  /** How long a group is kept after it was last added to, ms. */
  keepMs: number
  /** Most names of one group: beyond, a new one is not counted. About 100 bytes each. */
  maxNames?: number
}

/**
 * A group is one hash: it ends as a whole, and all its counts are added to in one command.
 * ARGV: keepMs, maxNames, then name and count by turns. A count of 0 only asks.
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

/** Counts that several processes add to, in groups that end. No call rejects because of Redis. */
export function createSharedCounts({ cache, keepMs, maxNames = 100_000 }: SharedCountsOptions) {
  return {
    /**
     * Adds to any number of counts of a group at once: about 1 µs of Redis' time each, in which
     * it does nothing else.
     *
     * @returns the totals of all processes, in the order of `counts`; null without Redis, or when
     *   it did not answer in time: then it may have counted them or not.
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

export type SharedCounts = ReturnType<typeof createSharedCounts>
