import { Socket } from 'node:net'
import pg from 'pg'
import { isReadOnly, translateDriverError } from '../errors/driver-errors.js'

export type SessionOptions = {
  /** postgresql://user:password@host:port/database */
  url: string
  /** Longest time to connect, and longest wait for an answer, ms. */
  timeoutMs: number
  onNotification: (channel: string, payload: string) => void
  /** Called when the session is lost, possibly more than once, and when it has been closed. */
  onLost: (error: Error) => void
}

/**
 * One session of Postgres, on one connection.
 *
 * A socket does not show that a server has stopped answering. So a query that takes longer than the time
 * limit ends the session.
 */
export class Session {
  readonly #client: pg.Client
  readonly #socket = new Socket()
  readonly #timeoutMs: number
  readonly #onLost: SessionOptions['onLost']

  constructor({ url, timeoutMs, onNotification, onLost }: SessionOptions) {
    this.#timeoutMs = timeoutMs
    this.#onLost = onLost
    this.#client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      // Calls at the same time are sent without waiting for one another, and answered in order.
      pipeline: true,
      application_name: 'vitrine-change-feed',
      stream: () => this.#socket,
    })
    this.#client.on('error', (error) => this.#lose(error))
    this.#client.on('end', () => this.#lose(new Error('Postgres closed the connection')))
    this.#client.on('notification', ({ channel, payload }) =>
      onNotification(channel, payload ?? ''),
    )
  }

  /** @throws the driver's error, or as `query`; the session cannot be used then. */
  async open(): Promise<void> {
    await this.#client.connect()
    await this.query(setUp, [String(this.#timeoutMs)])
  }

  /** @throws AppError DATABASE_UNAVAILABLE, or the error of a statement that is wrong. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const silence = `Postgres gave no answer within ${this.#timeoutMs} ms`
    const expired = setTimeout(() => this.#lose(new Error(silence)), this.#timeoutMs)
    try {
      const { rows } = await this.#client.query<Row>(text, [...values])
      return rows
    } catch (error) {
      // The server has become a standby: a new connection finds the new primary.
      if (isReadOnly(error)) this.#lose(error as Error)
      throw translateDriverError(error)
    } finally {
      clearTimeout(expired)
    }
  }

  /** @throws as `query` */
  async listen(channel: string): Promise<void> {
    await this.query(`LISTEN ${pg.escapeIdentifier(channel)}`, [])
  }

  async close(): Promise<void> {
    const expired = setTimeout(() => this.destroy(), this.#timeoutMs)
    await this.#client.end()
    clearTimeout(expired)
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.#socket.destroy()
  }

  #lose(error: Error): void {
    this.destroy()
    this.#onLost(error)
  }
}

/** A commit is acknowledged only when it is on disk, and on the synchronous standbys. */
const setUp = `
  SELECT set_config('statement_timeout', $1, false), set_config('synchronous_commit',
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
      THEN 'on' ELSE current_setting('synchronous_commit') END, false)`
