import type { Cache } from './cache.js'

type PresenceOptions = {
  cache: Pick<Cache, 'evaluate'>
  /** How long a person counts as present after a report, ms. */
  keepMs?: number
  /** The maximum number of other people that a report returns. */
  most?: number
}

/**
 * One sorted set per place: person → when they reported last, by the clock of Redis. ARGV: person, keepMs, most. It
 * has at most one entry for each member of an organization, and expires as a whole.
 */
const reportScript = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local id, keep, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - keep)
  redis.call('ZADD', KEYS[1], now, id)
  redis.call('PEXPIRE', KEYS[1], keep)
  local others = {}
  for _, other in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, most)) do
    if other ~= id and #others < most then others[#others + 1] = other end
  end
  return others`

/** Who is at a place at the moment. Without Redis nobody else is known. */
export function createPresence({ cache, keepMs = 40_000, most = 5 }: PresenceOptions) {
  return {
    /** Reports that a person is there. @returns the other people there, who reported last first. */
    report: async (place: string, person: string): Promise<string[]> => {
      const args = [person, keepMs, most]
      const others = await cache.evaluate(reportScript, `vitrine:present:${place}`, args)
      return Array.isArray(others) ? others.map(String) : []
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
