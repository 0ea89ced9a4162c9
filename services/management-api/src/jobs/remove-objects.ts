import type { Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import { leaseSeconds } from './runner.js'

type Payload = { prefix: string }

/** Removal of everything below a prefix of the object store, made certain with the rows' own. */
export const removeObjects = {
  kind: 'remove-objects',

  /**
   * In the transaction that deletes the rows. Returns the job's id, to run it after the commit:
   * until then it is the caller's, as if taken, and comes back to all if the caller dies.
   */
  schedule: async (tx: Transaction, prefix: string): Promise<string> => {
    const [id = ''] = await removeObjects.scheduleAll(tx, [prefix])
    return id
  },

  /** As `schedule`, for each of many prefixes. */
  scheduleAll: async (tx: Transaction, prefixes: readonly string[]): Promise<string[]> => {
    const runAt = new Date(Date.now() + leaseSeconds * 1000)
    const { kind } = removeObjects
    const rows = await tx.job.createManyAndReturn({
      data: prefixes.map((prefix) => ({ kind, payload: { prefix } satisfies Payload, runAt })),
      select: { id: true },
    })
    return rows.map(({ id }) => id)
  },

  handler: (store: ObjectStore) => async (payload: unknown) => {
    await store.removePrefix((payload as Payload).prefix)
  },
}
