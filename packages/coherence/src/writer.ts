import {
  type AuditRequest,
  type Change,
  type ChangeNotification,
  decodeAuditReport,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { createAcks } from './acks.js'
import type { Bus, ChangeLogStore, Clock, LogCopy, Observer } from './ports.js'
import { createRegisterWatch, createReplicaRegister } from './replica-register.js'
import { createUnawareReplicas } from './unaware-replicas.js'

type WriterOptions = {
  changeLog: ChangeLogStore
  /** null: the writer waits for a fenced replica until its grace period is over. */
  logCopy: LogCopy | null
  /** The first is the fast one. The others are used if it fails or stays silent. */
  buses: readonly [Bus, ...Bus[]]
  clock: Clock
  observer: Observer
  /** How long an acknowledgement may take, ms: a little less than clients wait. */
  timeoutMs?: number
  /** One in this many changes is audited at every replica; 0: none. */
  auditEvery?: number
}

/** The changes that a transaction logged. `logId` is that of `ChangeLogStore.head`. */
export type Written = { logId: string; head: number; changes: readonly Change[] }

export type Acknowledgement = {
  /** Replicas that know of the change. */
  acknowledged: number
  /** All that may answer. A fenced one answers only what a copy of the log confirms. */
  replicas: number
  waitedMs: number
}

const pollMs = 100
/** How long the first bus may be silent. With 8 replicas half of all acknowledgements take 3 ms. */
const hedgeMs = 20

/** The part of one management process: it waits until every replica knows of a change. */
export function createWriter(options: WriterOptions) {
  const { changeLog, logCopy, buses, clock, observer, timeoutMs = 10_000, auditEvery = 0 } = options
  const register = createReplicaRegister({ changeLog, clock, observer })
  const unawareReplicas = createUnawareReplicas({ changeLog, logCopy, register })
  const acks = createAcks({ buses, clock })
  const watch = createRegisterWatch({ register, acks, clock })
  /** Every replica knows the log up to here, and so does each that registers later. */
  let settledSeq = 0

  for (const bus of buses) {
    bus.subscribe('auditReports', (message) => {
      const report = decodeAuditReport(message)
      if (report !== null) observer.audited(report)
    })
  }

  /** @returns whether all replicas are known to have the log up to `head` before the timeout. */
  const waitForReplicas = async ({ logId, head, changes }: Written): Promise<boolean> => {
    const deadlineMs = clock.monotonicMs() + timeoutMs
    const sendToOthers = notify(buses, { logId, upTo: head, changes })
    // Rule wait-for-acks.
    for (let waitMs = hedgeMs; clock.monotonicMs() < deadlineMs; waitMs = pollMs) {
      // If the register cannot be read now, it is read again after the wait.
      const unaware = await unawareReplicas.find(head, changes).catch(() => null)
      if (await acks.within(waitMs, unaware, head)) return true
      sendToOthers()
    }
    return false
  }

  /** Call it when the wait is over: every replica that is not fenced has acknowledged by then. */
  const acknowledgement = (waitedMs: number): Acknowledgement => {
    const { unfenced, answering } = register.count()
    return { acknowledged: unfenced, replicas: answering, waitedMs }
  }

  const settle = async (written: Written): Promise<Acknowledgement> => {
    // Rule settle-no-op-writes: no exception for a call without changes of its own.
    if (written.head <= settledSeq) return acknowledgement(0)
    const startMs = clock.monotonicMs()
    if (!(await waitForReplicas(written))) {
      observer.pending()
      throw propagationPending()
    }
    settledSeq = Math.max(settledSeq, written.head)
    const waitedMs = clock.monotonicMs() - startMs
    observer.acknowledged(waitedMs)
    const sample = written.changes.find(({ seq }) => auditEvery > 0 && seq % auditEvery === 0)
    if (sample !== undefined) requestAudit(buses, sample)
    return acknowledgement(waitedMs)
  }

  return {
    start: watch.start,
    stop: watch.stop,
    /**
     * Call it after the commit and before the answer. When it resolves, every replica answers
     * requests that start from now on from the log up to `head`, or a later state.
     *
     * @param written what the transaction logged. Without changes if the call found nothing to
     *   change: the call that made the change may still be waiting.
     * @throws AppError PROPAGATION_PENDING when that is not known in time. The change is made;
     *   a repeated call resumes the wait.
     */
    settle,
    /** The same for the current head of the log. */
    settled: async (): Promise<Acknowledgement> =>
      settle({ ...(await changeLog.head()), changes: [] }),
  }
}

export type Writer = ReturnType<typeof createWriter>

/** Publishes on the first bus. @returns a function that publishes on the others, once. */
function notify(
  [first, ...others]: WriterOptions['buses'],
  notification: ChangeNotification,
): () => void {
  const message = JSON.stringify(notification)
  let isSentToOthers = false
  const sendToOthers = (): void => {
    if (!isSentToOthers) for (const bus of others) void bus.publish('changes', message)
    isSentToOthers = true
  }
  void first.publish('changes', message).then((isSent) => isSent || sendToOthers())
  return sendToOthers
}

function requestAudit([first]: WriterOptions['buses'], change: Change): void {
  const request: AuditRequest = { id: String(change.seq), change }
  void first.publish('audits', JSON.stringify(request))
}

const propagationPending = () =>
  new AppError(
    'PROPAGATION_PENDING',
    'The change is made, but may not be seen everywhere yet. Repeat the call, a POST with its Idempotency-Key, to wait for it.',
    { retryAfterSeconds: 1 },
  )
