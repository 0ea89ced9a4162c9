import type { RenderJob } from './cost.js'
import type { Place, RenderQueue } from './render-queue.js'

type Options = { queue: RenderQueue; nowMs: () => number }

/** Maximum number of concurrent lookups of renditions that were probably pre-rendered. */
const maxLikelyLooks = 8
/** After a probe, the next one waits for this many times the duration of the probe. */
const restFactor = 99
/** Maximum of that wait, ms: with a slow store a lookup takes longer, but does not cost more. */
const maxRestMs = 1000

/** The permission to look up one rendition in the store. */
export type Admission = {
  /** Its place in the render queue, entered unless the rendition is only looked up. */
  place: Place
  /** Whether it is looked up at once, and not when its slot is near. */
  looksAtOnce: boolean
  /** Ends the lookup. It may be called more than once. */
  endLook: () => void
}

/**
 * Decides cheaply whether a rendition that this process does not have is looked up in the store. It is
 * looked up if (a) the render queue accepts its render: it gets a place in the queue at once and is looked
 * up when its slot is near; (b) it was probably pre-rendered; or (c) a probe is due: during an overload,
 * one other lookup now and then. All other requests are rejected at once, so that a flood of requests for
 * renditions that do not exist does not keep the store, the network and this process busy.
 */
export class AdmissionGate {
  readonly #queue: RenderQueue
  readonly #nowMs: () => number
  #likelyLooks = 0
  #isProbing = false
  #nextProbeMs = 0

  constructor({ queue, nowMs }: Options) {
    this.#queue = queue
    this.#nowMs = nowMs
  }

  /** @param isLikelyStored whether it was probably pre-rendered. @throws AppError OVERLOADED, at once. */
  admit(job: RenderJob, isLikelyStored: boolean): Admission {
    const place = this.#queue.placeFor(job)
    const refusal = place.tryEnter()
    if (isLikelyStored && this.#likelyLooks < maxLikelyLooks) {
      return { place, looksAtOnce: true, endLook: this.#startLikelyLook() }
    }
    if (refusal === null) return { place, looksAtOnce: false, endLook: () => undefined }
    if (this.#isProbing || this.#nowMs() < this.#nextProbeMs) throw refusal
    return { place, looksAtOnce: true, endLook: this.#startProbe() }
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

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}
