import { tags } from '@vitrine/contracts'
import { createBatch } from './batch.js'
import { pageSize } from './follower.js'
import type { ChangeLogStore, EdgeCache, PurgePosition } from './ports.js'

type PurgerOptions = {
  changeLog: Pick<ChangeLogStore, 'since'>
  position: PurgePosition
  edge: EdgeCache
}

/**
 * Purges the changes of the log from the caches in front of delivery, in the order of the log. The position is stored
 * after the caches have confirmed, so whoever goes on after a crash repeats a purge and forgets none.
 */
export function createPurger({ changeLog, position, edge }: PurgerOptions) {
  let wantedTo = 0
  let purgedTo = 0

  const run = createBatch(async (): Promise<void> => {
    const upTo = wantedTo
    for (let from = await position.read(); from < upTo; ) {
      const page = await changeLog.since(from, pageSize)
      const to = Math.min(page.to, upTo)
      const named = page.changes.filter(({ seq }) => seq <= to).flatMap((change) => change.tags)
      // The log was pruned beyond the position: the missing changes may have named any tag.
      const missed = page.from > from ? [tags.everything] : []
      const purged = new Set([...missed, ...named])
      if (purged.size > 0) await edge.purge([...purged])
      await position.advance(to)
      from = to
    }
    purgedTo = Math.max(purgedTo, upTo)
  })

  return {
    /**
     * Resolves when the caches have confirmed the purge of every change up to `seq`.
     *
     * Rule purge-after-acks: call it only when no answer from before these changes can enter a cache any more.
     *
     * @throws if a cache does not confirm, or Postgres does not answer. A repeated call goes on where it ended.
     */
    purge: async (seq: number): Promise<void> => {
      if (seq <= purgedTo) return
      wantedTo = Math.max(wantedTo, seq)
      await run()
    },
  }
}

export type Purger = ReturnType<typeof createPurger>
