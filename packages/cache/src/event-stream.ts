import type { Cache } from './cache.js'

/** One field, because the texts are batches already. */
const field = 'b'

/**
 * ARGV: maximum number of entries, then texts. A full stream takes none of them, so the sender knows which
 * events are lost. MAXLEN would silently remove entries that were not read.
 *
 * @returns the length, or -1 if the stream is full.
 */
const appendScript = `
  local length = redis.call('XLEN', KEYS[1])
  if length >= tonumber(ARGV[1]) then return -1 end
  for i = 2, #ARGV do redis.call('XADD', KEYS[1], '*', '${field}', ARGV[i]) end
  return length + #ARGV - 1`

/**
 * ARGV: maximum number of entries.
 *
 * @returns id and text alternately.
 */
const readScript = `
  local found = {}
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[1])) do
    found[#found + 1] = entry[1]
    found[#found + 1] = entry[2][2]
  end
  return found`

/** ARGV: id and text alternately. A stream that was replaced may have other entries with these ids. */
const removeScript = `
  local removed = 0
  for i = 1, #ARGV, 2 do
    local entry = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])[1]
    if entry and entry[2][2] == ARGV[i + 1] then removed = removed + redis.call('XDEL', KEYS[1], ARGV[i]) end
  end
  return removed`

const lengthScript = `return redis.call('XLEN', KEYS[1])`

export type StreamEntry = { id: string; text: string; timeMs: number }

/** Arguments of one script. Lua allows about 8,000 results, and Redis is blocked for 1 µs per entry. */
const batchSize = 500

/**
 * A queue of texts in a Redis stream. No call rejects, and none takes longer than the command timeout of the
 * cache. Its users must expect entries twice, and entries that were lost.
 */
export function createEventStream(cache: Pick<Cache, 'evaluate'>, key: string) {
  const evaluate = async (script: string, args: readonly (string | number)[]) =>
    cache.evaluate(script, key, args)

  return {
    /**
     * @returns the number of entries, or 'full'; null if Redis did not answer: then they may have been
     *   appended.
     */
    append: async (
      texts: readonly string[],
      maxEntries: number,
    ): Promise<number | 'full' | null> => {
      const length = await evaluate(appendScript, [maxEntries, ...texts])
      if (typeof length !== 'number') return null
      return length < 0 ? 'full' : length
    },
    /** The number of entries; null if Redis did not answer. */
    length: async (): Promise<number | null> => {
      const length = await evaluate(lengthScript, [])
      return typeof length === 'number' ? length : null
    },
    /** The oldest entries, at most `limit`; null if Redis did not answer. */
    read: async (limit: number): Promise<StreamEntry[] | null> => {
      const found = await evaluate(readScript, [limit])
      if (!Array.isArray(found)) return null
      const parts = found as string[]
      return Array.from({ length: parts.length / 2 }, (_, i) => {
        const [id = '', text = ''] = parts.slice(2 * i, 2 * i + 2)
        return { id, text, timeMs: Number(id.split('-')[0]) }
      })
    },
    /** Removes entries that were read. Those that remain because Redis did not answer are read again. */
    remove: async (entries: readonly StreamEntry[]): Promise<void> => {
      for (let from = 0; from < entries.length; from += batchSize) {
        const batch = entries.slice(from, from + batchSize)
        await evaluate(
          removeScript,
          batch.flatMap(({ id, text }) => [id, text]),
        )
      }
    },
  }
}

export type EventStream = ReturnType<typeof createEventStream>
