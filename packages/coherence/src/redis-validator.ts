import { createBatch } from './batch.js'
import type { Floors } from './floors.js'
import type { Lease } from './lease.js'
import type { LogCopy } from './ports.js'

type Deps = {
  copy: LogCopy | null
  lease: Lease
  floors: () => Floors | null
  graceMs: number
}

const pageSize = 1000

/**
 * The copy of the log in Redis, in Postgres' place while that is out of reach.
 *
 * Why it is right. Whoever writes while this replica is fenced must first get the copy to take the
 * change (rule), after the fence, hence after the lease in which the copy's identity was noted. If
 * the copy still has that identity it has lost nothing since, so it has every such change; what
 * was acknowledged earlier is below the floors already. A gap means that one is missing: refused.
 */
export function createStandIn({ copy, lease, floors, graceMs }: Deps) {
  let identity: string | null = null

  const follow = async (): Promise<boolean> => {
    for (;;) {
      const known = floors()
      if (copy === null || known === null) return false
      const page = await copy.since(known.cursor(), pageSize)
      if (page === null) return false
      // Rule: another copy, or one that was emptied or set back, may have lost a change.
      if (page.identity !== identity) return false
      const before = known.cursor()
      for (const change of page.changes) known.apply(change)
      if (known.cursor() >= page.head) return true
      if (known.cursor() === before) return false
    }
  }
  const followTogether = createBatch(follow)

  return {
    /**
     * Remembers which copy there is. It counts only if the lease holds when that is known, and if
     * the copy does not claim more than the log: it may be one from before a restore of Postgres.
     */
    note: async (): Promise<void> => {
      if (copy === null) return
      const page = await copy.since(floors()?.cursor() ?? 0, 0)
      if (!lease.holds()) return
      const isOfThisLog = page !== null && page.head <= (floors()?.cursor() ?? 0)
      identity = isOfThisLog ? page.identity : null
    },
    forget: (): void => {
      identity = null
    },
    /** Whether the copy, asked after the call, has brought the floors to where they must be. */
    confirms: async (): Promise<boolean> => {
      return identity !== null && lease.isWithin(graceMs) && (await followTogether())
    },
  }
}
