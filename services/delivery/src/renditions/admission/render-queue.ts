import type { AppError } from '@vitrine/errors'
import { begin, emptyQueue, end, type FairQueue, inTurns, join, without } from '@vitrine/fair-queue'
import type { RenderJob } from './cost.js'
import { decide, forecast, haveSlots, type QueueState } from './decide.js'
import { overloaded } from './overloaded.js'
import { Pace } from './pace.js'
import { createQueuedJob, nextOf, type QueuedJob, type Slots, sumOfMemory } from './schedule.js'
import type { Entry, Ticket } from './ticket.js'
import { Waiters } from './waiters.js'

export type Clock = {
  /** Monotonic, ms. */
  nowMs(): number
  /** @returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}

type RenderQueueOptions = {
  /** Maximum number of concurrent renders. */
  slots: number
  /** Maximum total memory of running renders, bytes. A single render may always start. */
  memoryBytes: number
  /** Jobs that may wait or prepare. */
  maxWaiting: number
  /** Maximum time from entering the queue to the start of the render, ms. */
  deadlineMs: number
  /** The ratio of actual to estimated duration that is assumed until the queue has learnt it. */
  firstPace: number
  clock: Clock
}

/**
 * How long before its slot the input of a job should be on disk, ms. Estimates may be wrong by a factor
 * of two, and a slot must not wait for the store.
 */
const leadMs = 400
/** The interval at which late inputs are checked for while jobs wait to prepare, ms. */
const checkEveryMs = 50
/** How long after the last refusal the queue counts as overloaded, ms. */
const overloadMs = 10_000

/**
 * The bounded queue of renders. At most `slots` run at the same time, at most half of them AVIF.
 *
 * Projects take turns, weighted by the cost of their jobs: a flood of one project delays a job of another
 * by about one job. Within a project, small jobs run before large ones. A job is admitted only if it is
 * expected to start within half of the time to its deadline, minus the time for the store, and if it does
 * not make another job miss that time. Otherwise it is rejected at once.
 *
 * A job that queries the store or fetches its input has a place, but no slot. It does so when its slot is
 * near: each call to the store costs this process milliseconds, and a queue that fills quickly would
 * otherwise block other requests.
 */
export class RenderQueue {
  readonly #options: RenderQueueOptions
  readonly #clock: Clock
  readonly #slots: Slots
  readonly #pace: Pace
  readonly #waiters: Waiters
  readonly #running: QueuedJob[] = []
  #queue = emptyQueue<QueuedJob>()
  /** The jobs of the queue, in the order of their turns. */
  #waiting: readonly QueuedJob[] = []
  #isCheckScheduled = false
  #refused = 0
  #lastRefusalMs = Number.NEGATIVE_INFINITY

  constructor(options: RenderQueueOptions) {
    const { slots, memoryBytes, deadlineMs, firstPace, clock } = options
    this.#options = options
    this.#clock = clock
    const avif = Math.max(1, Math.floor(slots / 2))
    this.#slots = { all: slots, memoryBytes, other: slots, avif }
    this.#pace = new Pace(firstPace)
    this.#waiters = new Waiters({ clock, onDeadline: () => this.#refuse(overloaded(deadlineMs)) })
  }

  /** Gives the job a place, unless it could not start in time. Decides synchronously. */
  tryEnter(job: RenderJob): Entry {
    const entering = this.#createJob(job)
    const decision = decide(entering, this.#state())
    if (!decision.isAdmitted) return { refusal: this.#refuse(decision.refusal) }
    this.#setQueue(decision.queue)
    for (const { job, refusal } of decision.yielding) this.#yield(job, refusal)
    return { ticket: this.#ticketOf(entering) }
  }

  /** Whether a job was refused in the last 10 s. */
  isOverloaded(): boolean {
    return this.#clock.nowMs() - this.#lastRefusalMs < overloadMs
  }

  get running(): number {
    return this.#running.length
  }

  get memoryBytes(): number {
    return sumOfMemory(this.#running)
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get refused(): number {
    return this.#refused
  }

  /** The expected wait of a small job that arrives now, in the project whose last job starts last. */
  estimatedWaitSeconds(): number {
    const projectId = this.#waiting.at(-1)?.tenantId ?? ''
    const job = this.#createJob({ projectId, lane: 'other', costMs: 1, memoryBytes: 0 })
    const order = inTurns(join(this.#queue, job))
    const startMs = forecast(this.#state(), order)[order.indexOf(job)] ?? 0
    return (startMs - job.arrivedMs) / 1000
  }

  #ticketOf(job: QueuedJob): Ticket {
    return {
      waitToPrepare: (signal) => this.#waitToPrepare(job, signal),
      waitForSlot: (signal, memoryBytes) => this.#waitForSlot(job, signal, memoryBytes),
      expectPreparation: (prepareMs) => this.#expectPreparation(job, prepareMs),
      recordDuration: (ms) => this.#pace.learn(job, ms),
      leave: () => this.#leave(job),
    }
  }

  async #waitToPrepare(job: QueuedJob, signal: AbortSignal): Promise<void> {
    if (job.refusal === null && this.#isNear(job, job.startMs)) return this.#startPreparing(job)
    const woken = this.#waiters.wait(job, signal)
    job.state = 'waiting'
    this.#prepareNext()
    return woken
  }

  #waitForSlot(job: QueuedJob, signal: AbortSignal, memoryBytes = 0): Promise<void> {
    const atMost = this.#options.memoryBytes
    job.memoryBytes = Math.max(job.memoryBytes, Math.min(memoryBytes, atMost))
    const woken = this.#waiters.wait(job, signal)
    if (signal.aborted || job.refusal !== null) return woken
    job.state = 'ready'
    this.#beginNext()
    return woken
  }

  #expectPreparation(job: QueuedJob, prepareMs: number): void {
    if (job.refusal !== null) throw job.refusal
    job.readyMs = this.#clock.nowMs() + prepareMs
    if (haveSlots(this.#state(), this.#waiting)) return
    const startMs = forecast(this.#state(), this.#waiting)[this.#waiting.indexOf(job)] ?? 0
    if (startMs <= job.deadlineMs) return
    this.#leave(job)
    throw this.#refuse(overloaded(startMs - job.deadlineMs))
  }

  #leave(job: QueuedJob): void {
    const slot = this.#running.indexOf(job)
    if (slot === -1) this.#setQueue(without(this.#queue, new Set([job])))
    else {
      this.#running.splice(slot, 1)
      this.#setQueue(end(this.#queue, job.tenantId))
    }
    this.#beginNext()
  }

  /** Gives free slots to the jobs that are ready. */
  #beginNext(): void {
    for (;;) {
      const next = nextOf(this.#running, this.#waiting, this.#slots)
      if (next === undefined) break
      this.#setQueue(begin(this.#queue, next))
      this.#running.push(next)
      next.startedMs = this.#clock.nowMs()
      this.#waiters.wake(next)
    }
    this.#prepareNext()
  }

  /** Starts to prepare the jobs whose slot is near. The forecast ignores jobs whose input is late. */
  #prepareNext(): void {
    const nowMs = this.#clock.nowMs()
    const isLate = ({ state, readyMs }: QueuedJob) =>
      state === 'preparing' && nowMs > readyMs + leadMs
    const inTime = this.#waiting.filter((job) => !isLate(job))
    if (inTime.every(({ state }) => state !== 'waiting')) return
    const starts = forecast(this.#state(), inTime)
    for (const [i, job] of inTime.entries()) {
      if (job.state !== 'waiting' || !this.#isNear(job, starts[i] ?? 0)) continue
      this.#startPreparing(job)
      this.#waiters.wake(job)
    }
    this.#scheduleCheck()
  }

  #scheduleCheck(): void {
    if (this.#isCheckScheduled) return
    this.#isCheckScheduled = true
    this.#clock.after(checkEveryMs, () => {
      this.#isCheckScheduled = false
      this.#prepareNext()
    })
  }

  #isNear({ prepareMs = 0 }: QueuedJob, startMs: number): boolean {
    return startMs <= this.#clock.nowMs() + prepareMs + leadMs
  }

  #startPreparing(job: QueuedJob): void {
    job.state = 'preparing'
    job.readyMs = this.#clock.nowMs() + (job.prepareMs ?? 0)
  }

  /** Rejects a waiting job in favour of another project. */
  #yield(job: QueuedJob, refusal: AppError): void {
    job.refusal = this.#refuse(refusal)
    this.#waiters.refuse(job, refusal)
  }

  #refuse(refusal: AppError): AppError {
    this.#refused += 1
    this.#lastRefusalMs = this.#clock.nowMs()
    return refusal
  }

  #createJob(job: RenderJob): QueuedJob {
    const { deadlineMs, memoryBytes } = this.#options
    const nowMs = this.#clock.nowMs()
    return createQueuedJob(job, { nowMs, deadlineMs, maxMemoryBytes: memoryBytes })
  }

  #setQueue(next: FairQueue<QueuedJob>): void {
    this.#queue = next
    this.#waiting = inTurns(next)
  }

  #state(): QueueState {
    return {
      queue: this.#queue,
      waiting: this.#waiting,
      running: this.#running,
      slots: this.#slots,
      maxWaiting: this.#options.maxWaiting,
      nowMs: this.#clock.nowMs(),
      pace: this.#pace.factor,
    }
  }
}
