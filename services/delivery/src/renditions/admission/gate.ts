import type { RenderJob } from './cost.js'
import type { RenderQueue } from './render-queue.js'
import type { Ticket } from './ticket.js'

type Options = { queue: Pick<RenderQueue, 'tryEnter'>; nowMs: () => number }

/** Lookups at the same time of renditions that were probably rendered ahead. */
const maxLikelyLooks = 8
/** After any other lookup in an overload, none is allowed for this many times as long as it took. */
const restFactor = 99
/** With a slow store a lookup takes long, but costs no more, ms. */
const maxRestMs = 1000

/**
 * Decides, before anything is spent on it, whether a rendition that this process does not have is
 * looked up in the store. It is looked up if (a) the render queue would accept its render: then it gets
 * its place in the queue at once and looks when its slot is near; (b) it was probably rendered ahead; or
 * (c) a probe is due: in an overload, one other lookup now and then. All others are refused at once, so
 * that a flood of requests for renditions that do not exist does not keep the store, the network and
 * this process busy.
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

  /**
   * @param isLikelyStored whether it was probably rendered ahead.
   * @throws AppError OVERLOADED, at once.
   */
  enter(job: RenderJob, isLikelyStored: boolean): Permit {
    const entry = this.#queue.tryEnter(job)
    const endLook = this.#tryLook(isLikelyStored, 'refusal' in entry)
    if ('ticket' in entry) return new Permit(this.#queue, job, entry.ticket, endLook)
    if (endLook === null) throw entry.refusal
    return new Permit(this.#queue, job, null, endLook)
  }

  /** @returns ends the lookup; null: it may not be made before its turn. */
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
  /** null: it looks when its slot is near. */
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
   * Resolves when it is time to look into the store.
   *
   * @throws AppError OVERLOADED at the deadline; the signal's reason.
   */
  async waitToLook(signal: AbortSignal): Promise<void> {
    if (this.#endLook === null) await this.#ticket?.waitToPrepare(signal)
  }

  /**
   * The place in the render queue, for a rendition that the store does not have. If the work is started
   * again after its place was given up, it gets a new one.
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

  /** Gives back everything. It may be called more than once. */
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
