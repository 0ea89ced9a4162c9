import type { Cache } from './cache.js'

type ReachReportsOptions = {
  cache: Pick<Cache, 'evaluate'>
  service: string
  /** The id of this process. */
  id: string
}

/** How long a report is kept, ms. */
const keepMs = 60_000

/**
 * One sorted set per dependency: process → when it last reached the dependency, by the clock of Redis.
 * ARGV: process, keepMs, age of this process's report in ms or -1.
 */
const exchangeScript = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local id, keep, age = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  if age >= 0 then redis.call('ZADD', KEYS[1], now - age, id) end
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - keep)
  redis.call('PEXPIRE', KEYS[1], keep)
  local newest = redis.call('ZREVRANGE', KEYS[1], 0, 1, 'WITHSCORES')
  for i = 1, #newest, 2 do
    if newest[i] ~= id then return math.max(0, now - newest[i + 1]) end
  end
  return -1`

/** Reports in Redis by which the processes of one service share which dependencies they reach. */
export function createReachReports({ cache, service, id }: ReachReportsOptions) {
  return {
    /**
     * Reports when this process last reached a dependency, and reads the others' reports.
     *
     * @param scope names the installation, since several may share one Redis; empty while it is unknown.
     * @param ownMs how long ago this process reached it; null: never.
     * @returns how long ago another process reached it, null if none has recently; null instead of the
     *   object if Redis did not answer, or the installation is unknown.
     */
    exchange: async (
      scope: string,
      dependency: string,
      ownMs: number | null,
    ): Promise<{ othersMs: number | null } | null> => {
      if (scope === '') return null
      const key = `vitrine:reached:${service}:${scope}:${dependency}`
      const age = ownMs !== null && ownMs < keepMs ? Math.ceil(ownMs) : -1
      const found = await cache.evaluate(exchangeScript, key, [id, keepMs, age])
      if (typeof found !== 'number') return null
      return { othersMs: found < 0 ? null : found }
    },
  }
}
