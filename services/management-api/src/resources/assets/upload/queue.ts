import { AppError } from '@vitrine/contracts/errors'
import type { Metrics } from '@vitrine/http'
import {
  begin,
  emptyQueue,
  end,
  inTurns,
  join,
  type Waiter,
  whoYields,
  without,
} from '@vitrine/http'

type Options = {
  /** Maximum number of waiting uploads, over all organizations. */
  maxWaiting: number
  /** Monotonic, ms. */
  nowMs: () => number
}

/** A waiting upload. The tenant is its organization. */
type Waiting = Waiter & { begin: () => void; refuse: (refusal: AppError) => void }

/** The assumed duration of an upload before any was measured, ms. */
const firstTookMs = 1000
/** The weight of the newest upload in the average. */
const learningRate = 0.2

/**
 * Processes one upload at a time. Organizations take turns: one that sends many or large uploads delays an
 * upload of another one only by the upload in progress. The number of waiting uploads is bounded. If the
 * queue is full, a new upload replaces the last one of the organization with the most uploads.
 */
export class UploadQueue {
  readonly #maxWaiting: number
  readonly #nowMs: () => number
  #queue = emptyQueue<Waiting>()
  #isBusy = false
  #refused = 0
  #averageMs = firstTookMs

  constructor({ maxWaiting, nowMs }: Options) {
    this.#maxWaiting = maxWaiting
    this.#nowMs = nowMs
  }

  get waiting(): number {
    return this.#queue.lines.reduce((sum, { waiters }) => sum + waiters.length, 0)
  }

  get refused(): number {
    return this.#refused
  }

  /** @throws AppError OVERLOADED if an upload of the organization would be refused now. */
  requireRoom(organizationId: string): void {
    if (!this.#isBusy || !this.#isFull || this.#yieldingTo(organizationId) !== null) return
    throw this.#overloaded(organizationId)
  }

  /**
   * Does the work when it is the organization's turn. If the signal is aborted, a waiting upload leaves
   * the queue. Work in progress continues, since an image process cannot be interrupted, and occupies its
   * turn until it is done. If the work waits for other resources, such as memory, the uploads behind it
   * wait as well.
   *
   * @throws AppError OVERLOADED, and the signal's reason.
   */
  async run<Result>(
    organizationId: string,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    await this.#turn(organizationId, signal)
    const startedMs = this.#nowMs()
    try {
      return await work()
    } finally {
      this.#averageMs += learningRate * (this.#nowMs() - startedMs - this.#averageMs)
      this.#endTurn(organizationId)
    }
  }

  async #turn(organizationId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.requireRoom(organizationId)
    if (this.#isBusy) {
      this.#makeRoom(organizationId)
      return this.#wait(organizationId, signal)
    }
    const upload = uploadOf(organizationId)
    this.#queue = join(this.#queue, upload)
    this.#begin(upload)
  }

  #begin(upload: Waiting): void {
    this.#queue = begin(this.#queue, upload)
    this.#isBusy = true
    upload.begin()
  }

  #endTurn(organizationId: string): void {
    this.#queue = end(this.#queue, organizationId)
    this.#isBusy = false
    const [next] = inTurns(this.#queue)
    if (next !== undefined) this.#begin(next)
  }

  get #isFull(): boolean {
    return this.waiting >= this.#maxWaiting
  }

  #makeRoom(organizationId: string): void {
    if (!this.#isFull) return
    const last = this.#yieldingTo(organizationId)
    last?.refuse(this.#overloaded(last.tenantId))
  }

  /** The waiting upload that a new one of the organization would replace. */
  #yieldingTo(organizationId: string): Waiting | null {
    const newcomer = uploadOf(organizationId)
    return whoYields(join(this.#queue, newcomer), newcomer)
  }

  #overloaded(organizationId: string): AppError {
    this.#refused += 1
    const newcomer = uploadOf(organizationId)
    const turnsBefore = inTurns(join(this.#queue, newcomer)).indexOf(newcomer)
    const retryAfterSeconds = Math.max(1, Math.ceil(((turnsBefore + 1) * this.#averageMs) / 1000))
    const message = `Too many uploads wait to be processed. Try again in ${retryAfterSeconds} s.`
    return new AppError('OVERLOADED', message, { retryAfterSeconds })
  }

  #wait(organizationId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (outcome: () => void) => {
        signal.removeEventListener('abort', abort)
        outcome()
      }
      const leave = (reason: unknown) =>
        finish(() => {
          this.#queue = without(this.#queue, new Set([upload]))
          reject(reason)
        })
      const abort = () => leave(signal.reason)
      const upload = { ...uploadOf(organizationId), begin: () => finish(resolve), refuse: leave }
      signal.addEventListener('abort', abort, { once: true })
      this.#queue = join(this.#queue, upload)
    })
  }
}

/** Every upload costs one turn, since its real cost is unknown beforehand. */
const uploadOf = (organizationId: string): Waiting => ({
  tenantId: organizationId,
  turns: 1,
  rank: 0,
  begin: () => undefined,
  refuse: () => undefined,
})

/** The queue of this process, with its metrics. */
export function startUploadQueue({
  maxWaiting,
  metrics,
}: {
  maxWaiting: number
  metrics: Metrics
}): UploadQueue {
  const queue = new UploadQueue({ maxWaiting, nowMs: () => performance.now() })
  metrics.gauge({
    name: 'uploads_waiting',
    help: 'Uploads that wait to be processed.',
    read: () => queue.waiting,
  })
  metrics.counter({
    name: 'uploads_refused_total',
    help: 'Uploads refused because too many waited.',
    read: () => queue.refused,
  })
  return queue
}
