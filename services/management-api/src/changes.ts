import type { Writer } from '@vitrine/coherence'
import { appendChange, type Database, type Transaction } from '@vitrine/database'

/** Notes the tags of what a change touches: whatever the public sees of it. */
export type Touch = (...tags: readonly string[]) => void

/**
 * The one way to change what the public may see. The tags that the work touches are logged in
 * its own transaction, and `write` resolves when every replica answers from the new state: then,
 * and not before, the caller may be told.
 */
export function createChanges({ database, writer }: { database: Database; writer: Writer }) {
  return {
    write: async <Result>(
      work: (tx: Transaction, touch: Touch) => Promise<Result>,
    ): Promise<Result> => {
      const { result, change } = await database.transaction(async (tx) => {
        const touched = new Set<string>()
        const result = await work(tx, (...tags) => {
          for (const tag of tags) touched.add(tag)
        })
        // Last: from here to the commit every other writer waits.
        const change = touched.size === 0 ? null : await appendChange(tx, [...touched])
        return { result, change }
      })
      if (change !== null) await writer.acknowledged(change)
      return result
    },
  }
}

export type Changes = ReturnType<typeof createChanges>
