import type { FastifyBaseLogger } from 'fastify'

type Write = () => Promise<void>

/** Maximum number of writes in the queue. */
const maxWaiting = 1000

/** Writes events one after the other, after the call that causes them. */
export class WriteQueue {
  readonly #log: FastifyBaseLogger
  readonly #waiting: Write[] = []
  #writing: Promise<void> | null = null

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** @returns whether it was accepted; false if the queue is full. */
  add(write: Write): boolean {
    if (this.#waiting.length >= maxWaiting) return false
    this.#waiting.push(write)
    this.#writing ??= this.#writeAll()
    return true
  }

  /** Resolves when the queue is empty. */
  async drained(): Promise<void> {
    while (this.#writing !== null) await this.#writing
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await next().catch((err: unknown) =>
        this.#log.warn({ err }, 'could not store an audit event'),
      )
    }
    this.#writing = null
  }
}
