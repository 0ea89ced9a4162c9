import { randomUUID } from 'node:crypto'
import { type Change, decodeChangeNotification } from '@vitrine/contracts'
import type { Cache } from './cache.js'
import { appendScript, sinceScript } from './log-copy-scripts.js'

type LogCopyOptions = {
  cache: Pick<Cache, 'evaluate'>
  key?: string
  /** Above this number, the oldest changes are removed. */
  maxChanges?: number
}

/**
 * A copy of the newest changes of the log, in Redis. It never returns uncertain data: if Redis is down,
 * slow, a replica, or possibly replaced by another server, the result is false or null. No call rejects,
 * and none takes longer than the command timeout of the cache.
 *
 * A Redis with replicas is used only if `min-replicas-to-write` is at least 1. Its `min-replicas-max-lag`
 * must be shorter than the time that a promotion takes.
 */
export function createLogCopy({
  cache,
  key = 'vitrine:change-log',
  maxChanges = 10_000,
}: LogCopyOptions) {
  return {
    /**
     * Adds changes, in any order and possibly repeatedly. Without changes, it creates the copy if there is
     * none.
     *
     * @returns whether the copy is known to have them all.
     */
    append: async (changes: readonly Change[]): Promise<boolean> => {
      const members = changes.flatMap((change) => [change.seq, encode(change)])
      return (await cache.evaluate(appendScript, key, [randomUUID(), maxChanges, ...members])) === 1
    },
    /**
     * The changes after the seq `after`, without a gap: at most `limit` of them, up to `to`. `head` is the
     * newest seq in the copy, or `after` if that is newer. A head beyond `to` means that there are more
     * changes, or a gap. `identity` differs whenever changes may have been lost: after a restart, a
     * promotion, a flush or an eviction, and on another server. Creates an empty copy if there is none.
     */
    since: async (after: number, limit: number) => {
      const found = await cache.evaluate(sinceScript, key, [randomUUID(), after, limit])
      if (!Array.isArray(found)) return null
      const [identity, newest, members] = found as [string, string, string[]]
      const head = Math.max(after, Number(newest))
      const decoded = decodeChangeNotification(
        `{"logId":"","upTo":${head},"changes":[${members.join()}]}`,
      )
      if (decoded === null) return null
      const changes = gapless(after, decoded.changes)
      return { identity, from: after, to: changes.at(-1)?.seq ?? after, head, changes }
    },
  }
}

/** The same change always gives the same text, so that a repetition adds nothing. */
const encode = ({ seq, tags }: Change): string => JSON.stringify({ seq, tags: tags.toSorted() })

function gapless(after: number, changes: readonly Change[]): Change[] {
  const end = changes.findIndex(({ seq }, i) => seq !== after + 1 + i)
  return changes.slice(0, end === -1 ? changes.length : end)
}
