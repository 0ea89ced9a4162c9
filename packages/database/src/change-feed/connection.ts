import { Socket } from 'node:net'
import pg from 'pg'
import { databaseDown, isReadOnly, translateDriverError } from '../errors/driver-errors.js'

export type ConnectionOptions = {
  /** postgresql://user:password@host:port/database: the server itself or a pool of sessions. */
  url: string
  /** Longest time to connect, and longest wait for an answer, ms. */
  timeoutMs: number
  /** Called once when the connection is lost or cannot be made, and not again before it was restored. */
  onError: (error: Error) => void
  onNotification: (channel: string, payload: string) => void
}

type Open = { client: pg.Client; socket: Socket }

const firstDelayMs = 100
const longestDelayMs = 1000

/**
 * One connection, which is made at the first use and again whenever it is lost. Without a connection a query
 * rejects at once, except that queries wait for the first attempt.
 *
 * A socket does not show that a server has stopped answering. So a query that takes longer than the time
 * limit ends the connection.
 */
export function createConnection(options: ConnectionOptions) {
  const { url, timeoutMs, onError, onNotification } = options
  const channels = new Set<string>()
  let open: Open | null = null
  let opening: Socket | null = null
  let firstAttempt: Promise<void> | undefined
  let delayMs = firstDelayMs
  let timer: NodeJS.Timeout | undefined
  let isDown = false
  let isClosed = false

  const goDown = (error: Error): void => {
    if (isClosed) return
    if (!isDown) onError(error)
    isDown = true
    timer = setTimeout(attempt, delayMs)
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }

  const lose = (lost: Open, error: Error): void => {
    lost.socket.destroy()
    if (open !== lost) return
    open = null
    goDown(error)
  }

  const send = async (on: Open, text: string, values: readonly unknown[]) => {
    const expired = setTimeout(
      () => lose(on, new Error(`Postgres gave no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    try {
      return await on.client.query(text, [...values])
    } catch (error) {
      // The server has become a standby: a new connection finds the new primary.
      if (isReadOnly(error)) lose(on, error as Error)
      throw translateDriverError(error)
    } finally {
      clearTimeout(expired)
    }
  }

  const makeOpen = async (): Promise<Open> => {
    const socket = new Socket()
    opening = socket
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      // Calls at the same time are sent without waiting for one another, and answered in order.
      pipeline: true,
      application_name: 'vitrine-change-feed',
      stream: () => socket,
    })
    const made = { client, socket }
    client.on('error', (error) => lose(made, error))
    client.on('end', () => lose(made, new Error('Postgres closed the connection')))
    client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''))
    try {
      await client.connect()
      await send(made, setUp, [String(timeoutMs)])
      // The loop also sees a channel that is added while it runs.
      for (const channel of channels) await send(made, listen(channel), [])
      return made
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      opening = null
    }
  }

  const attempt = async (): Promise<void> => {
    try {
      const made = await makeOpen()
      if (isClosed) return void made.socket.destroy()
      open = made
      isDown = false
      delayMs = firstDelayMs
    } catch (error) {
      goDown(error as Error)
    }
  }

  const start = (): Promise<void> => {
    firstAttempt ??= attempt()
    return firstAttempt
  }

  return {
    /** @throws AppError DATABASE_UNAVAILABLE, or the error of a statement that is wrong. */
    query: async <Row extends pg.QueryResultRow>(
      text: string,
      values: readonly unknown[] = [],
    ): Promise<Row[]> => {
      if (open === null && !isClosed) await start()
      if (open === null) throw databaseDown(new Error('not connected to Postgres'))
      const { rows } = await send(open, text, values)
      return rows as Row[]
    },
    /** Listens to a channel from now on, also after reconnecting. Messages in between are lost. */
    listen: (channel: string): void => {
      channels.add(channel)
      // If the connection is lost, the next one listens again.
      if (open !== null) send(open, listen(channel), []).catch(() => undefined)
      else void start()
    },
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      opening?.destroy()
      const last = open
      open = null
      if (last === null) return
      const expired = setTimeout(() => last.socket.destroy(), timeoutMs)
      await last.client.end()
      clearTimeout(expired)
    },
  }
}

export type Connection = ReturnType<typeof createConnection>

/** A commit is acknowledged only when it is on disk, and on the synchronous standbys. */
const setUp = `
  SELECT set_config('statement_timeout', $1, false), set_config('synchronous_commit',
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
      THEN 'on' ELSE current_setting('synchronous_commit') END, false)`

const listen = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`
