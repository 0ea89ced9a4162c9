import { type ChangeMessage, encodeChange } from '@vitrine/contracts'
import type { Bus } from './ports.js'

/** The writing side of the promise. */
export function createWriter({ bus }: { bus: Bus }) {
  return {
    /**
     * Call after the commit and before the answer. When it resolves, every replica answers
     * requests that start from now on from this change or a later one.
     *
     * Nothing is waited for: a replica confirms the log's head in Postgres for every request
     * that it answers from a cache. The message only spares it the pull.
     */
    acknowledged: async (change: ChangeMessage): Promise<void> => {
      await bus.publish(encodeChange(change))
    },
  }
}

export type Writer = ReturnType<typeof createWriter>
