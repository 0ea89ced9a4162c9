import type { Acks } from './acks.js'
import { createBatch } from './batch.js'
import { fenceAfterMs } from './lease.js'
import type { ChangeLogStore, Clock, Observer, ReplicaRow } from './ports.js'

type Deps = { changeLog: ChangeLogStore; clock: Clock; observer: Observer }

type Observed = { renewals: number; fenced: boolean; sinceMs: number }

/** How much the clocks of two machines may differ while a fenced replica may still answer. */
const graceFactor = 1.02
const graceMarginMs = 1000

/**
 * The register of replicas as one writer sees it. Durations are measured by the writer's monotonic
 * clock from the moment at which it first saw a state: clocks of two machines are never compared.
 */
export function createReplicaRegister({ changeLog, clock, observer }: Deps) {
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
    await changeLog.fence(id, renewals)
    observer.fencedReplica(id)
  }

  const readAndFence = async (): Promise<readonly ReplicaRow[]> => {
    const rows = await changeLog.replicas()
    observe(rows)
    const overdue = rows.filter(isOverdue)
    if (overdue.length === 0) return rows
    await Promise.all(overdue.map(fence))
    const fenced = await changeLog.replicas()
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
    /** The rows of the last read, and since when they have been like that. */
    newest: () =>
      newest.map(({ id, fenced }) => ({
        id,
        fenced,
        sinceMs: observed.get(id)?.sinceMs ?? clock.monotonicMs(),
      })),
    /** Counts the rows of the last read: those that are not fenced, and all that may answer. */
    count: (): { unfenced: number; answering: number } => {
      const unfenced = newest.filter(({ fenced }) => !fenced).length
      const byCopy = newest.filter((row) => row.fenced && mayAnswer(row)).length
      return { unfenced, answering: unfenced + byCopy }
    },
  }
}

export type ReplicaRegister = ReturnType<typeof createReplicaRegister>

/** The time until a replica is fenced begins when its last renewal is seen here. */
const watchEveryMs = 250

type WatchDeps = { register: ReplicaRegister; acks: Acks; clock: Clock }

/** Reads the register regularly: a dead replica is then fenced before it delays a write. */
export function createRegisterWatch({ register, acks, clock }: WatchDeps) {
  let cancelTimer = (): void => undefined
  let isStopped = false

  const read = async (): Promise<void> => {
    try {
      const rows = await register.readAndFence()
      acks.forgetOthers(rows.map(({ id }) => id))
    } catch {
      // Without the database there is no write to wait for.
    }
    if (!isStopped) cancelTimer = clock.after(watchEveryMs, read)
  }

  return {
    start: (): void => void read(),
    stop: (): void => {
      isStopped = true
      cancelTimer()
    },
  }
}
