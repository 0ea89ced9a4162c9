import { type ImageKey, ownersOf } from '../image.js'

/** The handle that shared work receives. Several requests may wait for the work. */
export type Flight = {
  /** Aborted when the last waiting request leaves, unless `commit` was called before. */
  readonly signal: AbortSignal
  /** From now on the work runs to its end, even if no request waits for it any more. */
  commit(): void
  /** Whether the asset was forgotten after the work began. If so, the result must not be cached. */
  readonly isForgotten: boolean
}

class SharedFlight implements Flight {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  #isCommitted = false
  #isForgotten = false
  #waiting = 0

  constructor() {
    this.signal = this.#controller.signal
  }

  commit(): void {
    this.#isCommitted = true
  }

  get isForgotten(): boolean {
    return this.#isForgotten
  }

  forget(): void {
    this.#isForgotten = true
  }

  enter(): void {
    this.#waiting += 1
  }

  /** @returns whether the work was aborted because the last waiting request left. */
  leave(reason: unknown): boolean {
    this.#waiting -= 1
    if (this.#waiting > 0 || this.#isCommitted) return false
    this.#controller.abort(reason)
    return true
  }
}

type Running<Value> = { flight: SharedFlight; result: Promise<Value> }

/** Single-flight within the process: concurrent requests for the same key share the work. */
export class SingleFlight<Value> {
  readonly #running = new Map<ImageKey, Running<Value>>()

  /**
   * Starts the work, or joins the work in progress for this key.
   *
   * @throws the error of `work`, and the signal's reason when this request leaves.
   */
  run(
    key: ImageKey,
    signal: AbortSignal,
    work: (flight: Flight) => Promise<Value>,
  ): Promise<Value> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const joined = this.#running.get(key) ?? this.#start(key, work)
    joined.flight.enter()
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason)
        // After an abort, the next request starts the work again.
        if (joined.flight.leave(signal.reason)) this.#remove(key, joined)
      }
      signal.addEventListener('abort', leave, { once: true })
      joined.result.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
    })
  }

  /** Marks the work for an asset or a project as forgotten. @param id of an asset or a project. */
  forget(id: string): void {
    for (const [key, { flight }] of this.#running) {
      if (ownersOf(key).includes(id)) flight.forget()
    }
  }

  #start(key: ImageKey, work: (flight: Flight) => Promise<Value>): Running<Value> {
    const flight = new SharedFlight()
    const result = work(flight).finally(() => this.#remove(key, running))
    const running: Running<Value> = { flight, result }
    this.#running.set(key, running)
    return running
  }

  /** Not if newer work has replaced it. */
  #remove(key: ImageKey, running: Running<Value>): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
  }
}
