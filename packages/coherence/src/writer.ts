import { type AuditRequest, type Change, decodeAuditReport, type News } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import { createAcks } from './acks.js'
import type { Authority, Bus, Clock, LogCopy, Observer, ReplicaRow } from './ports.js'
import { createRoster } from './replica-register.js'

export type WriterOptions = {
  authority: Authority
  /** null: where there is none, a fenced replica that may use one is waited for. */
  copy: LogCopy | null
  /** The first is the fast one; the others are used when it fails, or is silent. */
  buses: readonly [Bus, ...Bus[]]
  clock: Clock
  observer: Observer
  /** How long an acknowledgement may take, ms; a little less than clients wait. */
  timeoutMs?: number
  /** Of how many changes one is compared at every replica; 0: none. */
  auditEvery?: number
}

/** What a transaction logged; `history` names the log, as the authority does. */
export type Written = { history: string; head: number; changes: readonly Change[] }

const watchEveryMs = 1000
const pollMs = 100
/** How long the first bus may be silent. With 8 replicas half of all acknowledgements take 3 ms. */
const hedgeMs = 20
const pageSize = 1000

/** The writing side of the promise. */
export function createWriter(options: WriterOptions) {
  const { authority, copy, buses, clock, observer } = options
  const { timeoutMs = 10_000, auditEvery = 0 } = options
  const roster = createRoster({ authority, clock, observer })
  const acks = createAcks({ buses, clock })
  /** Rule A was met for the log up to here. It stays so: whoever registers later loads it. */
  let settledSeq = 0
  let cancelTimer = (): void => undefined
  let isStopped = false

  for (const bus of buses) {
    bus.subscribe('auditReports', (message) => {
      const report = decodeAuditReport(message)
      if (report !== null) observer.audited(report)
    })
  }

  /** Keeps an eye on the register, so that a replica that died is fenced before it delays anyone. */
  const watch = async (): Promise<void> => {
    try {
      const rows = await roster.look()
      acks.forgetOthers(rows.map(({ id }) => id))
    } catch {
      // Without the database there is nothing to see, and nothing can be written.
    }
    if (!isStopped) cancelTimer = clock.after(watchEveryMs, watch)
  }

  /**
   * Whether the copy has every change that one of these fenced replicas may lack, so that it
   * answers from them or not at all.
   */
  const isInCopy = async (
    fenced: readonly ReplicaRow[],
    head: number,
    changes: readonly Change[],
  ): Promise<boolean> => {
    if (fenced.length === 0) return true
    if (copy === null) return false
    if (changes.length > 0) return copy.append(changes)
    let after = Math.min(...fenced.map(({ acked }) => acked))
    while (after < head) {
      const page = await authority.since(after, pageSize)
      if (!(await copy.append(page.changes))) return false
      after = page.to
    }
    return true
  }

  /**
   * The replicas that may still answer from an older state, by what the register says; null when
   * one may that nobody can be asked about.
   */
  const findUnaware = async (
    head: number,
    changes: readonly Change[],
  ): Promise<string[] | null> => {
    // Rule A: the register is read after the commit. Who comes later loads the log with it.
    const rows = await roster.look()
    const fenced = rows.filter((row) => row.fenced && roster.mayAnswer(row))
    // Rule: the copy takes the change after the fence was seen.
    if (!(await isInCopy(fenced, head, changes))) return null
    return rows.filter((row) => !row.fenced && row.acked < head).map(({ id }) => id)
  }

  const untilKnown = async ({ history, head, changes }: Written): Promise<boolean> => {
    const deadline = clock.monotonicMs() + timeoutMs
    const news = JSON.stringify({ history, upTo: head, changes } satisfies News)
    const [first, ...others] = buses
    let areOthersTold = false
    const tellOthers = (): void => {
      if (!areOthersTold) for (const bus of others) void bus.publish('changes', news)
      areOthersTold = true
    }
    void first.publish('changes', news).then((isHandedOver) => isHandedOver || tellOthers())

    for (let waitMs = hedgeMs; clock.monotonicMs() < deadline; waitMs = pollMs) {
      // A look that failed has shown nothing; the next one may.
      const unaware = await findUnaware(head, changes).catch(() => null)
      if (await acks.within(waitMs, unaware, head)) return true
      tellOthers()
    }
    return false
  }

  const settle = async (written: Written): Promise<void> => {
    const { head, changes } = written
    if (head <= settledSeq) return
    const startMs = clock.monotonicMs()
    if (!(await untilKnown(written))) {
      observer.pending()
      throw new AppError(
        'PROPAGATION_PENDING',
        'The change is made, but may not be seen everywhere yet. Repeat the call, a POST with its Idempotency-Key, to wait for it.',
        { retryAfterSeconds: 1 },
      )
    }
    settledSeq = Math.max(settledSeq, head)
    observer.acknowledged(clock.monotonicMs() - startMs)
    const sample = changes.find(({ seq }) => auditEvery > 0 && seq % auditEvery === 0)
    if (sample) {
      const request: AuditRequest = { id: String(sample.seq), change: sample }
      void buses[0].publish('audits', JSON.stringify(request))
    }
  }

  return {
    start: (): void => void watch(),
    stop: (): void => {
      isStopped = true
      cancelTimer()
    },
    /**
     * Call after the commit and before the answer. When it resolves, every replica answers
     * requests that start from now on from the log up to `head`, or a later state.
     *
     * @param written what the transaction logged, `head` being the last of it; no changes where the
     *   caller is told that all is so already: someone else may still wait to be told.
     * @throws AppError PROPAGATION_PENDING when that is not known in time. The change is made;
     *   whoever repeats the call goes on waiting.
     */
    settle,
    /** The same for whatever the head of the log is now. */
    settled: async (): Promise<void> => settle({ ...(await authority.head()), changes: [] }),
  }
}

export type Writer = ReturnType<typeof createWriter>
