import { createBatch } from './batch.js'
import type { Floors } from './floors.js'
import type { Lease } from './lease.js'
import type { LogCopy } from './ports.js'

type Deps = {
  logCopy: LogCopy | null
  lease: Lease
  floors: () => Floors | null
  onChange: (tags: readonly string[]) => void
  /** Applies the log up to a head that is read after the call. Rejects without Postgres. */
  pull: () => Promise<void>
  graceMs: number
}

const pageSize = 1000

/**
 * `lacks-change`: the copy has a change, but not the one before it. So a writer reaches the database, and another
 * did not add its change, for example because Postgres failed at that moment.
 */
export type Outcome = 'confirmed' | 'lacks-change' | 'unconfirmed'

/**
 * Confirms reads by the copy of the log in Redis while Postgres is out of reach.
 *
 * Why it is right: a writer that finds this replica fenced adds its change to the copy after the
 * fence (rule copy-after-fence), and so after the lease in which the replica noted the copy's
 * identity. If the copy still has that identity, it has lost nothing since and contains every such
 * change. Changes that were acknowledged earlier are below the floors already. A gap means that
 * the copy lacks a change: then it confirms nothing.
 */
export function createRedisValidator(deps: Deps) {
  const { logCopy, lease, floors, onChange, pull, graceMs } = deps
  let identity: string | null = null

  /** Applies the copy. Reads are confirmed if the floors have reached its head. */
  const followCopy = async (): Promise<Outcome> => {
    for (;;) {
      const known = floors()
      if (logCopy === null || known === null) return 'unconfirmed'
      const page = await logCopy.since(known.cursor(), pageSize)
      if (page === null) return 'unconfirmed'
      // Rule copy-of-same-identity: a copy that was replaced, emptied or set back may lack a change.
      if (page.identity !== identity) return 'unconfirmed'
      const before = known.cursor()
      for (const change of page.changes) if (known.apply(change)) onChange(change.tags)
      if (known.cursor() >= page.head) return 'confirmed'
      if (known.cursor() === before) return 'lacks-change'
    }
  }
  const followCopyTogether = createBatch(followCopy)

  return {
    /**
     * Remembers which copy there is. It counts only if the lease holds when the answer arrives, and
     * if the copy is not ahead of the log: such a copy is older than a restore of Postgres. A change can be in the
     * copy before it arrives here, so the log is read again then. If Redis or Postgres does not answer, the former
     * note stays: a copy with the noted identity has lost nothing since.
     */
    noteIdentity: async (): Promise<void> => {
      const known = floors()
      if (logCopy === null || known === null) return
      const page = await logCopy.since(known.cursor(), 0)
      if (page === null || !lease.holds()) return
      try {
        if (page.head > known.cursor()) await pull()
      } catch {
        return
      }
      if (floors() === known) identity = page.head <= known.cursor() ? page.identity : null
    },
    forgetIdentity: (): void => {
      identity = null
    },
    /** Applies the copy as it is after the call. */
    tryConfirm: async (): Promise<Outcome> =>
      identity !== null && lease.isWithin(graceMs) ? followCopyTogether() : 'unconfirmed',
  }
}

export type RedisValidator = ReturnType<typeof createRedisValidator>
