import {
  type AuditRequest,
  type Change,
  type ChangeNotification,
  decodeAuditReport,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { createAcks } from './acks.js'
import type { Bus, ChangeLogStore, Clock, LogCopy, Observer } from './ports.js'
import type { Purger } from './purger.js'
import { createRegisterWatch, createReplicaRegister } from './replica-register.js'
import { createRest } from './rest.js'
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
  /** The caches in front of delivery; null: there are none that this installation purges. */
  purger?: Purger | null
}

/** The changes that a transaction logged. `logId` is that of `ChangeLogStore.head`. */
export type Written = { logId: string; head: number; changes: readonly Change[] }

export type Acknowledgement = {
  /** Replicas that know of the change. */
  acknowledged: number
  /** All that may answer. A fenced one answers only what a copy of the log confirms. */
  replicas: number
  waitedMs: number
  /** How long the caches in front took after that; null if none is purged. */
  purgedMs: number | null
}

const pollMs = 100
/** How often a process looks for changes that it has not purged. */
const resumeEveryMs = 1000
/** How long the first bus may be silent. With 8 replicas half of all acknowledgements take 3 ms. */
const hedgeMs = 20

/** The part of one management process: it waits until every replica knows of a change. */
export function createWriter(options: WriterOptions) {
  const { changeLog, logCopy, buses, clock, observer } = options
  const { timeoutMs = 10_000, auditEvery = 0, purger = null } = options
  const register = createReplicaRegister({ changeLog, clock, observer })
  const unawareReplicas = createUnawareReplicas({ changeLog, logCopy, register })
  const acks = createAcks({ buses, clock })
  const watch = createRegisterWatch({ register, acks, clock })
  const rest = createRest({ acks, register, clock })
  /** Every replica knows the log up to here, and so does each that registers later. */
  let settledSeq = 0

  for (const bus of buses) {
    bus.subscribe('auditReports', (message) => {
      const report = decodeAuditReport(message)
      if (report !== null) observer.audited(report)
    })
  }

  /** @returns whether all replicas are known to have the log up to `head` before the deadline. */
  const waitForReplicas = async (
    { logId, head, changes }: Written,
    deadlineMs: number,
  ): Promise<boolean> => {
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

  /** @returns whether the caches in front are known to have dropped what changed, up to `head`, before the deadline. */
  const waitForCaches = async (head: number, deadlineMs: number): Promise<boolean> => {
    if (purger === null) return true
    try {
      // Rule purge-after-rest.
      await sleep(rest.after(head))
    } catch (error) {
      observer.purgeFailed(error)
      return false
    }
    return purger.within(Math.max(0, deadlineMs - clock.monotonicMs()), head)
  }

  const sleep = (ms: number): Promise<void> =>
    ms === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve))

  /** Call it when the wait is over: every replica that is not fenced has acknowledged by then. */
  const acknowledgement = (waitedMs: number, purgedMs: number): Acknowledgement => {
    const { unfenced, answering } = register.count()
    return {
      acknowledged: unfenced,
      replicas: answering,
      waitedMs,
      purgedMs: purger && purgedMs,
    }
  }

  /** @returns how long the replicas took and then the caches, ms; null if one of them took too long. */
  const waitForAll = async (written: Written): Promise<[number, number] | null> => {
    const startMs = clock.monotonicMs()
    const deadlineMs = startMs + timeoutMs
    if (!(await waitForReplicas(written, deadlineMs))) return null
    const seenMs = clock.monotonicMs()
    // Rule wait-for-caches.
    if (!(await waitForCaches(written.head, deadlineMs))) return null
    settledSeq = Math.max(settledSeq, written.head)
    return [seenMs - startMs, clock.monotonicMs() - seenMs]
  }

  const settle = async (written: Written): Promise<Acknowledgement> => {
    // Rule settle-no-op-writes: no exception for a call without changes of its own.
    if (written.head <= settledSeq) return acknowledgement(0, 0)
    const waited = await waitForAll(written)
    if (waited === null) {
      observer.pending()
      throw propagationPending()
    }
    const [replicasMs, cachesMs] = waited
    observer.acknowledged(replicasMs + cachesMs)
    const sample = written.changes.find(({ seq }) => auditEvery > 0 && seq % auditEvery === 0)
    if (sample !== undefined) requestAudit(buses, sample)
    return acknowledgement(replicasMs, cachesMs)
  }

  /**
   * Purges the changes of processes that ended before the caches had confirmed: those that are as old as the last look,
   * since the process of a newer one purges them itself.
   */
  const resume = async (): Promise<void> => {
    // Without the database there is nothing to purge either.
    const left = await changeLog.head().catch(() => null)
    if (left !== null && seenHead > settledSeq) await waitForAll({ ...left, changes: [] })
    seenHead = left?.head ?? seenHead
    if (!isStopped) cancelResuming = clock.after(resumeEveryMs, resume)
  }
  let seenHead = 0
  let isStopped = false
  let cancelResuming = (): void => undefined

  return {
    start: (): void => {
      watch.start()
      if (purger !== null) cancelResuming = clock.after(resumeEveryMs, resume)
    },
    stop: (): void => {
      isStopped = true
      watch.stop()
      cancelResuming()
      purger?.stop()
    },
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
