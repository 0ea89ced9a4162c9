import type { RenderJob } from './cost.js'
import type { RenderQueue } from './render-queue.js'
import type { Ticket } from './ticket.js'

type Options = { queue: Pick<RenderQueue, 'tryEnter'>; nowMs: () => number }

/** Maximum number of concurrent lookups of renditions that were probably pre-rendered. */
const maxLikelyLooks = 8
/** After a probe, the next one waits for this many times the duration of the probe. */
const restFactor = 99
/** Maximum of that wait, ms: with a slow store a lookup takes longer, but does not cost more. */
const maxRestMs = 1000

/**
 * Decides cheaply whether a rendition that this process does not have is looked up in the store. It is
 * looked up if (a) the render queue accepts its render: it gets a place in the queue at once and is looked
 * up when its slot is near; (b) it was probably pre-rendered; or (c) a probe is due: during an overload,
 * one other lookup now and then. All other requests are rejected at once, so that a flood of requests for
 * renditions that do not exist does not keep the store, the network and this process busy.
 */
export class AdmissionGate {
  readonly #queue: Options['queue']
  readonly #nowMs: () => number
  #likelyLooks = 0
  #isProbing = false
  #nextProbeMs = 0

  constructor({ queue, nowMs }: Options) {
    this.#queue = queue
    this.#nowMs = nowMs
  }

  /** @param isLikelyStored whether it was probably pre-rendered. @throws AppError OVERLOADED, at once. */
  enter(job: RenderJob, isLikelyStored: boolean): Permit {
    const entry = this.#queue.tryEnter(job)
    const endLook = this.#tryLook(isLikelyStored, 'refusal' in entry)
    if ('ticket' in entry) return new Permit(this.#queue, job, entry.ticket, endLook)
    if (endLook === null) throw entry.refusal
    return new Permit(this.#queue, job, null, endLook)
  }

  /** @returns a function that ends the lookup; null if the lookup has to wait for its turn. */
  #tryLook(isLikelyStored: boolean, isRefused: boolean): (() => void) | null {
    if (isLikelyStored && this.#likelyLooks < maxLikelyLooks) return this.#startLikelyLook()
    const mayProbe = isRefused && !this.#isProbing && this.#nowMs() >= this.#nextProbeMs
    return mayProbe ? this.#startProbe() : null
  }

  #startLikelyLook(): () => void {
    this.#likelyLooks += 1
    return once(() => {
      this.#likelyLooks -= 1
    })
  }

  #startProbe(): () => void {
    const beganMs = this.#nowMs()
    this.#isProbing = true
    return once(() => {
      this.#isProbing = false
      const restMs = restFactor * (this.#nowMs() - beganMs)
      this.#nextProbeMs = this.#nowMs() + Math.min(maxRestMs, restMs)
    })
  }
}

/** The permission to look up one rendition in the store, and to render it if the queue has a place. */
export class Permit {
  readonly #queue: Options['queue']
  readonly #job: RenderJob
  #ticket: Ticket | null
  /** null: the lookup waits until the slot is near. */
  readonly #endLook: (() => void) | null

  constructor(
    queue: Options['queue'],
    job: RenderJob,
    ticket: Ticket | null,
    endLook: (() => void) | null,
  ) {
    this.#queue = queue
    this.#job = job
    this.#ticket = ticket
    this.#endLook = endLook
  }

  /**
   * Resolves when it is time to query the store.
   *
   * @throws AppError OVERLOADED at the deadline; the signal's reason.
   */
  async waitToLook(signal: AbortSignal): Promise<void> {
    if (this.#endLook === null) await this.#ticket?.waitToPrepare(signal)
  }

  /**
   * The place in the render queue, for a rendition that the store does not have. If the work is restarted
   * after it has left the queue, it gets a new place.
   *
   * @param prepareMs expected time until its input is on disk.
   * @throws AppError OVERLOADED
   */
  toRender(prepareMs: number): Ticket {
    this.#endLook?.()
    this.#ticket ??= this.#enterQueue(prepareMs)
    const ticket = this.#ticket
    ticket.expectPreparation(prepareMs)
    return { ...ticket, leave: () => this.#leaveQueue() }
  }

  /** Ends the lookup and leaves the queue. It may be called more than once. */
  leave(): void {
    this.#endLook?.()
    this.#leaveQueue()
  }

  #enterQueue(prepareMs: number): Ticket {
    const entry = this.#queue.tryEnter({ ...this.#job, prepareMs })
    if ('refusal' in entry) throw entry.refusal
    return entry.ticket
  }

  #leaveQueue(): void {
    this.#ticket?.leave()
    this.#ticket = null
  }
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}
