import type pg from 'pg'
import { databaseDown } from '../errors/driver-errors.js'
import { Session, type SessionOptions } from './session.js'

export type ConnectionOptions = Pick<SessionOptions, 'url' | 'timeoutMs' | 'onNotification'> & {
  /** Called once when the connection is lost or cannot be made, and not again before it was restored. */
  onError: (error: Error) => void
}

const firstDelayMs = 100
/** Shorter than reads of delivery wait for a lease: after a failover, writers reach the new leader at once. */
const longestDelayMs = 200

/**
 * One connection, which is made at the first use and again whenever it is lost. Without a connection a query
 * rejects at once, except that queries wait for the first attempt.
 */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #channels = new Set<string>()
  #session: Session | null = null
  #opening: Session | null = null
  #firstAttempt: Promise<void> | undefined
  #delayMs = firstDelayMs
  #timer: NodeJS.Timeout | undefined
  #isDown = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** @throws AppError DATABASE_UNAVAILABLE, or the error of a statement that is wrong. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    if (this.#session === null && !this.#isClosed) await this.#start()
    if (this.#session === null) throw databaseDown(new Error('not connected to Postgres'))
    return this.#session.query<Row>(text, values)
  }

  /** Listens to a channel from now on, also after reconnecting. Messages in between are lost. */
  listen(channel: string): void {
    this.#channels.add(channel)
    // If the connection is lost, the next one listens again.
    if (this.#session !== null) this.#session.listen(channel).catch(() => undefined)
    else void this.#start()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#opening?.destroy()
    const last = this.#session
    this.#session = null
    await last?.close()
  }

  #start(): Promise<void> {
    this.#firstAttempt ??= this.#attempt()
    return this.#firstAttempt
  }

  async #attempt(): Promise<void> {
    try {
      const session = await this.#open()
      if (this.#isClosed) return session.destroy()
      this.#session = session
      this.#isDown = false
      this.#delayMs = firstDelayMs
    } catch (error) {
      this.#goDown(error as Error)
    }
  }

  async #open(): Promise<Session> {
    const session: Session = new Session({
      ...this.#options,
      onLost: (error) => this.#lose(session, error),
    })
    this.#opening = session
    try {
      await session.open()
      // The loop also sees a channel that is added while it runs.
      for (const channel of this.#channels) await session.listen(channel)
      return session
    } catch (error) {
      session.destroy()
      throw error
    } finally {
      this.#opening = null
    }
  }

  #lose(lost: Session, error: Error): void {
    if (this.#session !== lost) return
    this.#session = null
    this.#goDown(error)
  }

  #goDown(error: Error): void {
    if (this.#isClosed) return
    if (!this.#isDown) this.#options.onError(error)
    this.#isDown = true
    this.#timer = setTimeout(() => this.#attempt(), this.#delayMs)
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs)
  }
}
