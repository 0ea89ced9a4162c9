import { AppError } from '@vitrine/contracts/errors'
import { LRUCache } from 'lru-cache'
import type { Lane, RenderJob } from './cost.js'
import {
  begin,
  emptyQueue,
  end,
  type FairQueue,
  inTurns,
  join,
  type Waiter,
  whoYields,
  without,
} from './fair-queue.js'

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
  /** Renders that may wait or prepare. */
  maxWaiting: number
  /** Maximum time from entering the queue to the start of the render, ms. */
  deadlineMs: number
  /** The ratio of actual to estimated duration that is assumed until the queue has learnt it. */
  firstPace: number
  clock: Clock
}

/** The weight of one render in the average of actual ÷ estimated duration, and the bounds of the average. */
const paceRate = 0.2
const paceBounds = { least: 0.25, most: 8 }
/**
 * How long before its slot the input of a render should be on disk, ms. Estimates may be wrong by a factor
 * of two, and a slot must not wait for the store.
 */
const leadMs = 400
/** The interval at which late inputs are checked for while places wait to prepare, ms. */
const checkEveryMs = 50
/** How long after the last refusal the queue counts as overloaded, ms. */
const overloadMs = 10_000
/**
 * The share of the deadline, less the time for the store, for which a render is expected to wait for its slot. Even
 * if renders take twice their estimate, few are refused after waiting.
 */
const promisedShare = 0.5
/**
 * A cheaper render overtakes one of its project that arrived earlier by less than this many times the
 * difference of their costs. A render is overtaken only during a bounded time, so none starves.
 */
const patience = 4
/** The cost of a typical rendition, ms of one core. A render that costs n times as much uses n turns of its project. */
const turnMs = 50

/**
 * The bounded queue of renders. At most `slots` run at the same time, at most half of them AVIF.
 *
 * Projects take turns, weighted by the cost of their renders: a flood of one project delays a render of another
 * by about one render. Within a project, small renders run before large ones. A render is admitted if it is
 * expected to wait for no more than half of its deadline. If the queue gets longer than that, the project
 * with the most waiting work yields its last places; if that is the project of the new render, this is refused.
 *
 * A render that queries the store or fetches its input has a place, but no slot. It does so when its slot is
 * near: each call to the store costs this process milliseconds, and a queue that fills quickly would
 * otherwise block other requests.
 */
export class RenderQueue {
  readonly #options: RenderQueueOptions
  readonly #clock: Clock
  readonly #slots: Record<Lane, number>
  readonly #running: Place[] = []
  #pace: number
  #queue = emptyQueue<Place>()
  /** The places of the queue, in the order of their turns. */
  #waiting: readonly Place[] = []
  #isCheckScheduled = false
  #refused = 0
  #lastRefusalMs = Number.NEGATIVE_INFINITY

  constructor(options: RenderQueueOptions) {
    const { slots, firstPace, clock } = options
    this.#options = options
    this.#clock = clock
    this.#pace = firstPace
    this.#slots = { other: slots, avif: Math.max(1, Math.floor(slots / 2)) }
  }

  /** A place that has not been entered yet. */
  placeFor(job: RenderJob): Place {
    return new Place(this, job)
  }

  /** Whether a render was refused in the last 10 s. */
  isOverloaded(): boolean {
    return this.#clock.nowMs() - this.#lastRefusalMs < overloadMs
  }

  get running(): number {
    return this.#running.length
  }

  get memoryBytes(): number {
    return this.#running.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get refused(): number {
    return this.#refused
  }

  /** The expected wait of a small render that arrives now and comes last. */
  estimatedWaitSeconds(): number {
    const startMs = this.#expectedStarts([...this.#waiting, { lane: 'other', costMs: 1 }]).at(-1)
    return ((startMs ?? 0) - this.#clock.nowMs()) / 1000
  }

  /** @returns why it is refused; null if it has been entered. */
  tryEnter(place: Place): AppError | null {
    const { deadlineMs, memoryBytes } = this.#options
    const nowMs = this.#clock.nowMs()
    place.arrive(nowMs, deadlineMs, memoryBytes)
    let queue = join(this.#queue, place)
    let waiting = inTurns(queue)
    const yielding: Place[] = []
    if (this.#running.length + waiting.length > this.#slots.other) {
      const lateMs = (this.#expectedStarts(waiting)[waiting.indexOf(place)] ?? 0) - place.promisedMs
      if (lateMs > 0) return this.#refuse(lateMs)
      while (this.#isFull(waiting) || this.#isTooLong(waiting, place)) {
        const last = whoYields(queue, place)
        if (last === null) return this.#refuse(Math.min(...this.#expectedStarts(waiting)) - nowMs)
        yielding.push(last)
        queue = without(queue, new Set([last]))
        waiting = inTurns(queue)
      }
    }
    this.#setQueue(queue)
    for (const other of yielding) other.refuse(this.#refuse(other.promisedMs - nowMs))
    return null
  }

  /** See `Place.waitToPrepare`. */
  async waitToPrepare(place: Place, signal: AbortSignal): Promise<void> {
    const woken = place.wait(this.#clock, signal, () => this.#refuse(this.#options.deadlineMs))
    if (place.refusal === null && !signal.aborted) place.state = 'waiting'
    this.#prepareNext()
    return woken
  }

  /** See `Place.waitForSlot`. */
  waitForSlot(place: Place, signal: AbortSignal, memoryBytes: number): Promise<void> {
    const atMost = this.#options.memoryBytes
    place.memoryBytes = Math.max(place.memoryBytes, Math.min(memoryBytes, atMost))
    const woken = place.wait(this.#clock, signal, () => this.#refuse(this.#options.deadlineMs))
    if (signal.aborted || place.refusal !== null) return woken
    place.state = 'ready'
    this.#beginNext()
    return woken
  }

  /** See `Place.requireEntered`. */
  expectPreparation(place: Place, prepareMs: number): void {
    place.state = 'preparing'
    place.readyMs = this.#clock.nowMs() + prepareMs
  }

  /** Learns the speed of the machine. */
  learn({ costMs }: Place, tookMs: number): void {
    const learnt = this.#pace + paceRate * (tookMs / costMs - this.#pace)
    this.#pace = Math.min(paceBounds.most, Math.max(paceBounds.least, learnt))
  }

  leave(place: Place): void {
    const slot = this.#running.indexOf(place)
    if (slot === -1) this.#setQueue(without(this.#queue, new Set([place])))
    else {
      this.#running.splice(slot, 1)
      this.#setQueue(end(this.#queue, place.tenantId))
    }
    this.#beginNext()
  }

  /** Gives free slots to the places that are ready. */
  #beginNext(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#setQueue(begin(this.#queue, next))
      this.#running.push(next)
      next.startedMs = this.#clock.nowMs()
      next.wake()
    }
    this.#prepareNext()
  }

  /**
   * The first place that is ready and has a slot. A place that lacks only memory also holds back those
   * behind it: otherwise small renders could overtake a large one forever.
   */
  #next(): Place | undefined {
    if (this.#running.length >= this.#slots.other) return undefined
    let freeBytes = this.#options.memoryBytes - this.memoryBytes
    for (const place of this.#waiting) {
      const inLane = this.#running.filter(({ lane }) => lane === place.lane).length
      if (place.state !== 'ready' || inLane >= this.#slots[place.lane]) continue
      freeBytes -= place.memoryBytes
      if (freeBytes >= 0) return place
    }
    return undefined
  }

  /**
   * Starts to prepare the places whose slot is near: those that come next, however long the running renders are
   * expected to take, and those that are expected to start soon. Places whose input is late do not count.
   */
  #prepareNext(): void {
    const nowMs = this.#clock.nowMs()
    const isLate = ({ state, readyMs }: Place) => state === 'preparing' && nowMs > readyMs + leadMs
    const inTime = this.#waiting.filter((place) => !isLate(place))
    if (inTime.every(({ state }) => state !== 'waiting')) return
    const starts = this.#expectedStarts(inTime)
    for (const [i, place] of inTime.entries()) {
      const isNext = i < this.#slots.other
      const isNear = isNext || (starts[i] ?? 0) <= nowMs + place.prepareMs + leadMs
      if (place.state !== 'waiting' || !isNear) continue
      place.state = 'preparing'
      place.readyMs = nowMs + place.prepareMs
      place.wake()
    }
    if (this.#isCheckScheduled) return
    this.#isCheckScheduled = true
    this.#clock.after(checkEveryMs, () => {
      this.#isCheckScheduled = false
      this.#prepareNext()
    })
  }

  #isFull(waiting: readonly Place[]): boolean {
    const places = this.#running.length + waiting.length
    return places > this.#slots.other + this.#options.maxWaiting
  }

  /** Whether the last place would start later than a render that arrives now may. */
  #isTooLong(waiting: readonly Place[], { promisedMs }: Place): boolean {
    return Math.max(...this.#expectedStarts(waiting)) > promisedMs
  }

  /**
   * When renders in this order would start if each took `pace` times its estimate: each on the slot that is free
   * first. AVIF has only the first slots. Memory and inputs that are late are ignored.
   */
  #expectedStarts(waiting: readonly Pick<Place, 'lane' | 'costMs'>[]): number[] {
    const nowMs = this.#clock.nowMs()
    const freeMs = Array<number>(this.#slots.other).fill(nowMs)
    const occupy = (lane: Lane, durationMs: number): number => {
      let slot = this.#slots[lane] - 1
      for (let i = slot - 1; i >= 0; i -= 1) if ((freeMs[i] ?? 0) < (freeMs[slot] ?? 0)) slot = i
      const startMs = freeMs[slot] ?? nowMs
      freeMs[slot] = startMs + durationMs
      return startMs
    }
    for (const { lane, costMs, startedMs } of this.#running) {
      occupy(lane, Math.max(0, startedMs + costMs * this.#pace - nowMs))
    }
    return waiting.map(({ lane, costMs }) => occupy(lane, costMs * this.#pace))
  }

  #refuse(untilMs: number): AppError {
    this.#refused += 1
    this.#lastRefusalMs = this.#clock.nowMs()
    return overloaded(untilMs)
  }

  #setQueue(next: FairQueue<Place>): void {
    this.#queue = next
    this.#waiting = inTurns(next)
  }
}

/**
 * The place of one render in the queue. The tenant of the fair queue is its project. Only the queue changes its
 * fields.
 */
export class Place implements Waiter {
  readonly tenantId: string
  readonly turns: number
  readonly lane: Lane
  readonly costMs: number
  rank = 0
  memoryBytes: number
  /** Expected time until its input is fetched from the object store, from now on, ms. */
  prepareMs: number
  arrivedMs = 0
  /** The latest expected start, if its input were there. */
  promisedMs = 0
  deadlineMs = 0
  /** When its input is expected to be on disk. */
  readyMs = 0
  startedMs = 0
  /** `waiting`: for its time to prepare. `preparing`: queries the store, fetches. `ready`: has its input. */
  state: 'outside' | 'entered' | 'waiting' | 'preparing' | 'ready' = 'outside'
  /** Set if it had to yield to another project. It leaves the queue at its next call. */
  refusal: AppError | null = null
  readonly #queue: RenderQueue
  #settle: ((refusal: AppError | null) => void) | null = null

  constructor(queue: RenderQueue, job: RenderJob) {
    this.#queue = queue
    this.tenantId = job.projectId
    this.turns = job.costMs / turnMs
    this.lane = job.lane
    this.costMs = job.costMs
    this.memoryBytes = job.memoryBytes
    this.prepareMs = job.prepareMs ?? 0
  }

  /** Enters the queue. @returns why it is refused; null if it has been entered. */
  tryEnter(): AppError | null {
    const refusal = this.#queue.tryEnter(this)
    if (refusal !== null) this.state = 'outside'
    return refusal
  }

  /**
   * Resolves when it is time to prepare, that is to query the store and fetch the input. This is the
   * expected duration of both before the slot is free, plus a margin.
   *
   * @throws AppError OVERLOADED at the deadline, or if it has to yield to another project; the signal's
   *   reason.
   */
  waitToPrepare(signal: AbortSignal): Promise<void> {
    return this.#queue.waitToPrepare(this, signal)
  }

  /**
   * Enters the queue if it has not, or has left.
   *
   * @param prepareMs expected time until its input is on disk.
   * @throws AppError OVERLOADED if it is refused, or had to yield to another project.
   */
  requireEntered(prepareMs: number): void {
    this.prepareMs = prepareMs
    const refusal = this.state === 'outside' ? this.tryEnter() : this.refusal
    if (refusal !== null) throw refusal
    this.#queue.expectPreparation(this, prepareMs)
  }

  /**
   * Resolves when it gets a slot, which it holds until it leaves.
   *
   * @param memoryBytes the memory that the render needs, now that its input is known.
   * @throws as `waitToPrepare`.
   */
  waitForSlot(signal: AbortSignal, memoryBytes = 0): Promise<void> {
    return this.#queue.waitForSlot(this, signal, memoryBytes)
  }

  /** Reports the duration of the render, ms. The queue learns the speed of the machine from it. */
  recordDuration(ms: number): void {
    this.#queue.learn(this, ms)
  }

  /** Releases the place or the slot. It may be called more than once. */
  leave(): void {
    if (this.state === 'outside') return
    this.state = 'outside'
    this.#queue.leave(this)
  }

  arrive(nowMs: number, deadlineMs: number, maxMemoryBytes: number): void {
    const queueMs = promisedShare * Math.max(0, deadlineMs - this.prepareMs)
    this.state = 'entered'
    this.refusal = null
    this.memoryBytes = Math.min(this.memoryBytes, maxMemoryBytes)
    this.rank = nowMs + patience * this.costMs
    this.arrivedMs = nowMs
    this.readyMs = nowMs + this.prepareMs
    this.promisedMs = nowMs + queueMs
    this.deadlineMs = nowMs + deadlineMs
  }

  /**
   * Resolves when the place is woken.
   *
   * @throws the refusal of a place that has to yield or whose deadline passes; the signal's reason.
   */
  wait(clock: Clock, signal: AbortSignal, onDeadline: () => AppError): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.refusal !== null) return Promise.reject(this.refusal)
    return new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        this.#settle = null
        cancelDeadline()
        signal.removeEventListener('abort', abort)
      }
      const abort = () => {
        stop()
        reject(signal.reason)
      }
      const cancelDeadline = clock.after(this.deadlineMs - clock.nowMs(), () => {
        stop()
        reject(onDeadline())
      })
      signal.addEventListener('abort', abort, { once: true })
      this.#settle = (refusal) => {
        stop()
        if (refusal === null) resolve()
        else reject(refusal)
      }
    })
  }

  wake(): void {
    this.#settle?.(null)
  }

  refuse(refusal: AppError): void {
    this.refusal = refusal
    this.#settle?.(refusal)
  }
}

/** Cached by seconds. During a flood, creating a stack trace would cost more than the rest of a rejection. */
const refusals = new LRUCache<number, AppError>({ max: 60 })

/** The error for a refused render that may be retried after this time. */
function overloaded(untilMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(untilMs / 1000))
  const known = refusals.get(retryAfterSeconds)
  if (known !== undefined) return known
  const message = 'Too many images are being made. Try again.'
  const refusal = new AppError('OVERLOADED', message, { retryAfterSeconds })
  refusals.set(retryAfterSeconds, refusal)
  return refusal
}
