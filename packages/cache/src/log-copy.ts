import { randomUUID } from 'node:crypto'
import { type Change, decodeChangeNotification } from '@vitrine/contracts'
import type { Cache } from './cache.js'
import { appendScript, sinceScript } from './log-copy-scripts.js'

export type LogCopyOptions = {
  cache: Pick<Cache, 'evaluate'>
  key?: string
  /** Beyond, the oldest go. */
  maxChanges?: number
}

/**
 * A copy of the newest changes of the log, in Redis. What it cannot vouch for it does not say: a
 * Redis that is gone, slow, a replica, or perhaps replaced by another one, is answered by false
 * and null. No call rejects, none waits longer than the cache's command timeout.
 *
 * A Redis with replicas counts only with `min-replicas-to-write` of 1 or more, and with a
 * `min-replicas-max-lag` that is shorter than it takes to promote a replica.
 */
export function createLogCopy({
  cache,
  key = 'vitrine:change-log',
  maxChanges = 10_000,
}: LogCopyOptions) {
  return {
    /**
     * Adds changes, in any order and any number of times; of none, it makes sure that there is a
     * copy.
     * @returns whether the copy is known to hold them all.
     */
    append: async (changes: readonly Change[]): Promise<boolean> => {
      const members = changes.flatMap((change) => [change.seq, encode(change)])
      return (await cache.evaluate(appendScript, key, [randomUUID(), maxChanges, ...members])) === 1
    },
    /**
     * What the copy says after the seq `after`, without a gap: at most `limit` changes, up to
     * `to`. `head` is the newest seq that it has, `after` when it has none newer: a head beyond
     * `to` means that there is more, or a gap. `identity` is another one whenever something may
     * have been lost: by another Redis or another run of it, a promotion, a flush, an eviction.
     * Where there is no copy, an empty one is made.
     */
    since: async (after: number, limit: number) => {
      const found = await cache.evaluate(sinceScript, key, [randomUUID(), after, limit])
      if (!Array.isArray(found)) return null
      const [identity, newest, members] = found as [string, string, string[]]
      const head = Math.max(after, Number(newest))
      const decoded = decodeChangeNotification(
        `{"history":"","upTo":${head},"changes":[${members.join()}]}`,
      )
      if (decoded === null) return null
      const changes = gapless(after, decoded.changes)
      return { identity, from: after, to: changes.at(-1)?.seq ?? after, head, changes }
    },
  }
}

export type LogCopy = ReturnType<typeof createLogCopy>

/** The same text for the same change: a repeat adds nothing. */
const encode = ({ seq, tags }: Change): string => JSON.stringify({ seq, tags: tags.toSorted() })

function gapless(after: number, changes: readonly Change[]): Change[] {
  const end = changes.findIndex(({ seq }, i) => seq !== after + 1 + i)
  return changes.slice(0, end === -1 ? changes.length : end)
}
