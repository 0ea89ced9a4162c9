import { createBatch } from './batch.js'
import { fenceAfterMs } from './lease.js'
import type { Authority, Clock, Observer, ReplicaRow } from './ports.js'

type Deps = { authority: Authority; clock: Clock; observer: Observer }

type Observed = { renewals: number; fenced: boolean; sinceMs: number }

/** How much the clocks of two machines may differ while a fenced replica may still answer. */
const graceFactor = 1.02
const graceMarginMs = 1000

/**
 * The register of replicas as one writer sees it. Durations are measured by the writer's monotonic
 * clock from the moment at which it first saw a state: clocks of two machines are never compared.
 */
export function createReplicaRegister({ authority, clock, observer }: Deps) {
  let observed = new Map<string, Observed>()
  let newest: readonly ReplicaRow[] = []

  const observe = (rows: readonly ReplicaRow[]): void => {
    newest = rows
    const sinceMs = clock.monotonicMs()
    observed = new Map(
      rows.map(({ id, renewals, fenced }) => {
        const before = observed.get(id)
        // Rule fence-as-observed: each renewal starts the time again.
        const isSame = before?.fenced === fenced && before.renewals === renewals
        return [id, isSame ? before : { renewals, fenced, sinceMs }]
      }),
    )
  }

  const unchangedMs = (id: string): number =>
    clock.monotonicMs() - (observed.get(id)?.sinceMs ?? clock.monotonicMs())

  /**
   * Rule fence-after-lease. The last renewal was sent before this writer first saw it, so its lease
   * has ended by now. If there was another renewal since, the database refuses the fence.
   */
  const isOverdue = (row: ReplicaRow): boolean => !row.fenced && unchangedMs(row.id) >= fenceAfterMs

  const fence = async ({ id, renewals }: ReplicaRow): Promise<void> => {
    await authority.fence(id, renewals)
    observer.fencedReplica(id)
  }

  const readAndFence = async (): Promise<readonly ReplicaRow[]> => {
    const rows = await authority.replicas()
    observe(rows)
    const overdue = rows.filter(isOverdue)
    if (overdue.length === 0) return rows
    await Promise.all(overdue.map(fence))
    const fenced = await authority.replicas()
    observe(fenced)
    return fenced
  }

  /** Rule grace-margin: the replica counts its grace period by a clock that may be slower. */
  const mayAnswer = ({ id, graceMs }: ReplicaRow): boolean =>
    graceMs > 0 && unchangedMs(id) < graceMs * graceFactor + graceMarginMs

  return {
    /** Fences the overdue rows. @returns every row, read after the call. */
    readAndFence: createBatch(readAndFence),
    /** Whether a fenced replica may still answer by the copy of the log. */
    mayAnswer,
    /** Of the rows that were read last: those that are not fenced, and all that may answer. */
    count: (): { unfenced: number; answering: number } => {
      const unfenced = newest.filter(({ fenced }) => !fenced).length
      const byCopy = newest.filter((row) => row.fenced && mayAnswer(row)).length
      return { unfenced, answering: unfenced + byCopy }
    },
  }
}

export type ReplicaRegister = ReturnType<typeof createReplicaRegister>
