import { createBatch } from './batch.js'
import { fenceAfterMs } from './lease.js'
import type { Authority, Clock, Observer, ReplicaRow } from './ports.js'

type Deps = { authority: Authority; clock: Clock; observer: Observer }

type Observed = { renewals: number; fenced: boolean; sinceMs: number }

/** The clocks of two machines, over the time that a fenced replica may still answer. */
const graceFactor = 1.02
const graceMarginMs = 1000

/**
 * The register as one writer sees it. Times are its own, by its monotonic clock, from the moment
 * that it first saw something: no clock of another machine is compared with anything.
 */
export function createRoster({ authority, clock, observer }: Deps) {
  let observed = new Map<string, Observed>()

  const observe = (rows: readonly ReplicaRow[]): void => {
    const sinceMs = clock.monotonicMs()
    observed = new Map(
      rows.map(({ id, renewals, fenced }) => {
        const before = observed.get(id)
        const isSame = before?.fenced === fenced && before.renewals === renewals
        return [id, isSame ? before : { renewals, fenced, sinceMs }]
      }),
    )
  }

  const standingMs = (id: string): number =>
    clock.monotonicMs() - (observed.get(id)?.sinceMs ?? clock.monotonicMs())

  /**
   * Rule: a row is fenced when it was not renewed for longer than a lease. The last renewal that
   * it had was sent before this writer first saw it, so the lease has ended by now; the database
   * refuses the fence if there was another one since.
   */
  const isOverdue = (row: ReplicaRow): boolean => !row.fenced && standingMs(row.id) >= fenceAfterMs

  const look = async (): Promise<readonly ReplicaRow[]> => {
    const rows = await authority.replicas()
    observe(rows)
    const overdue = rows.filter(isOverdue)
    if (overdue.length === 0) return rows
    await Promise.all(
      overdue.map(async ({ id, renewals }) => {
        await authority.fence(id, renewals)
        observer.fencedReplica(id)
      }),
    )
    const now = await authority.replicas()
    observe(now)
    return now
  }

  return {
    /** The rows, as they are after the call; the overdue ones are fenced. */
    look: createBatch(look),
    /** Whether a fenced replica may still answer on the word of the log's copy. */
    mayAnswer: ({ id, graceMs }: ReplicaRow): boolean =>
      graceMs > 0 && standingMs(id) < graceMs * graceFactor + graceMarginMs,
  }
}

export type Roster = ReturnType<typeof createRoster>
