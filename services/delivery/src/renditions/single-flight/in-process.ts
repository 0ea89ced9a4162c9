import { type ImageKey, ownersOf } from '../image-key.js'

/** Work that several requests may wait for, as the work itself sees it. */
export type Flight = {
  /** Aborted when the last waiting request leaves, unless `commit` was called before. */
  readonly signal: AbortSignal
  /** From now on the work runs to its end, even if no request waits for it any more. */
  commit(): void
  /** Whether the asset was forgotten in the meantime: then the result must not be kept. */
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

  /** @returns whether the work was aborted, because it was the last request that left. */
  leave(reason: unknown): boolean {
    this.#waiting -= 1
    if (this.#waiting > 0 || this.#isCommitted) return false
    this.#controller.abort(reason)
    return true
  }
}

type Running<Value> = { flight: SharedFlight; result: Promise<Value> }

/** Single-flight within the process: requests for the same key at the same time share one piece of work. */
export class SingleFlight<Value> {
  readonly #running = new Map<ImageKey, Running<Value>>()

  /**
   * Starts the work, or joins the work that already runs for this key.
   *
   * @throws what `work` throws, and the signal's reason when this request leaves.
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

  /** Marks the work for an asset, or for all of a project. @param id of an asset or a project. */
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

  /** Unless another piece of work has taken its place. */
  #remove(key: ImageKey, running: Running<Value>): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
  }
}
