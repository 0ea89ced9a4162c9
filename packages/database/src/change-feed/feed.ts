import { randomBytes } from 'node:crypto'
import type { Change } from '@vitrine/contracts'
import { createNotifications, type Notifications } from './bus.js'
import { Connection, type ConnectionOptions } from './connection.js'
import { logIdOfHead } from './log-id.js'

/** LISTEN needs a session of its own: the URL of the server itself, or of a pool of sessions. */
export type ChangeFeedOptions = Omit<ConnectionOptions, 'onNotification'>

type RegisterRow = {
  id: string
  renewals: string
  acked: string
  fenced: boolean
  graceMs: number
}

/**
 * The log of changes, the register of delivery processes, and messages between the services. They have one
 * connection of their own, so that they never wait for the queries of requests.
 *
 * Each call is one statement, in a transaction of its own. It rejects with AppError
 * DATABASE_UNAVAILABLE when its outcome is not known.
 */
export class ChangeFeed {
  readonly #connection: Connection
  /** Proves that a row of the register belongs to this process. */
  readonly #secret = randomBytes(32)
  /** By NOTIFY and LISTEN. */
  readonly bus: Notifications['bus']

  constructor(options: ChangeFeedOptions) {
    this.#connection = new Connection({
      ...options,
      onNotification: (channel, payload) => notifications.deliver(channel, payload),
    })
    const notifications = createNotifications(this.#connection)
    this.bus = notifications.bus
  }

  /** The log after `after`, oldest first, at most `limit` changes. */
  async since(after: number, limit: number): Promise<LogPage> {
    const rows = await this.#connection.query<LogRow>(
      `SELECT head.seq AS head, log.seq, log.tags FROM change_head AS head ${logAfter('$1', '$2')}
      ORDER BY log.seq`,
      [after, limit],
    )
    return logPage(rows, endAfter(after, limit))
  }

  /** The newest changes, at most `limit`, up to the head. */
  async latest(limit: number): Promise<LogPage> {
    const rows = await this.#connection.query<LogRow>(
      `SELECT head.seq AS head, log.seq, log.tags FROM change_head AS head
      LEFT JOIN LATERAL (
        SELECT seq, tags FROM change_log WHERE seq <= head.seq ORDER BY seq DESC LIMIT $1
      ) AS log ON true ORDER BY log.seq`,
      [limit],
    )
    return logPage(rows, (head) => head)
  }

  /** The newest seq, and the identity of the log. */
  async head(): Promise<{ logId: string; head: number }> {
    const [row] = await this.#connection.query<{ log_id: string; head: string }>(
      `SELECT ${logIdOfHead} AS log_id, head.seq AS head FROM change_head AS head`,
    )
    if (row === undefined) throw new Error('change_head has lost its row')
    return { logId: row.log_id, head: Number(row.head) }
  }

  /** Adds a replica. `timeMs` is the database's clock, ms since 1970. */
  async register(id: string, graceMs: number): Promise<{ timeMs: number; logId: string }> {
    const [row] = await this.#connection.query<{ time_ms: number; log_id: string }>(
      `SELECT ${timeMs}, ${logIdOfHead} AS log_id
      FROM vitrine_register_replica($1, $2, $3), change_head AS head`,
      [id, this.#secret, graceMs],
    )
    if (row === undefined) throw new Error('change_head has lost its row')
    return { timeMs: row.time_ms, logId: row.log_id }
  }

  /**
   * Counts one renewal, records which change was applied, and reads the log after `after`, in one
   * statement. null if the replica is fenced, was deleted, or was registered by another process.
   */
  async renew(
    id: string,
    acked: number,
    after: number,
    limit: number,
  ): Promise<{ page: LogPage; timeMs: number } | null> {
    const rows = await this.#connection.query<LogRow & { time_ms: number }>(
      `SELECT ${timeMs}, head.seq AS head, log.seq, log.tags
      FROM vitrine_renew_replica($1, $2, $3) CROSS JOIN change_head AS head ${logAfter('$4', '$5')}
      ORDER BY log.seq`,
      [id, this.#secret, acked, after, limit],
    )
    const [first] = rows
    if (first === undefined) return null
    return { page: logPage(rows, endAfter(after, limit)), timeMs: first.time_ms }
  }

  async leave(id: string): Promise<void> {
    await this.#connection.query('SELECT vitrine_remove_replica($1, $2)', [id, this.#secret])
  }

  /** Every replica, the fenced ones too. */
  async replicas() {
    const rows = await this.#connection.query<RegisterRow>(
      'SELECT id, renewals, acked, fenced, grace_ms AS "graceMs" FROM replicas',
    )
    return rows.map(({ renewals, acked, ...row }) => ({
      ...row,
      renewals: Number(renewals),
      acked: Number(acked),
    }))
  }

  /** Fences the replica if it has been renewed `renewals` times and not once more. */
  async fence(id: string, renewals: number): Promise<void> {
    await this.#connection.query(
      `UPDATE replicas SET fenced = true, fenced_at = now()
      WHERE id = $1 AND renewals = $2 AND NOT fenced`,
      [id, renewals],
    )
  }

  /** The newest change that this cache in front of delivery has confirmed; `seq` is null if it never confirmed one of this log. */
  async purgedTo(cache: string): Promise<{ logId: string; seq: number | null }> {
    const [row] = await this.#connection.query<{ log_id: string; seq: string | null }>(
      `SELECT ${logIdOfHead} AS log_id, purges.seq FROM change_head AS head
      LEFT JOIN cache_purges AS purges ON purges.cache = $1 AND purges.log_id = ${logIdOfHead}`,
      [cache],
    )
    if (row === undefined) throw new Error('change_head has lost its row')
    return { logId: row.log_id, seq: row.seq === null ? null : Number(row.seq) }
  }

  /** Moves it forward; an older change of the same log changes nothing. */
  async notePurged(cache: string, logId: string, seq: number): Promise<void> {
    await this.#connection.query(
      `INSERT INTO cache_purges AS purges (cache, log_id, seq) VALUES ($1, $2, $3)
      ON CONFLICT (cache) DO UPDATE SET log_id = excluded.log_id, seq = excluded.seq
      WHERE purges.log_id <> excluded.log_id OR purges.seq < excluded.seq`,
      [cache, logId, seq],
    )
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}

const timeMs = `(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time_ms`

const logAfter = (after: string, limit: string): string => `
  LEFT JOIN LATERAL (
    SELECT seq, tags FROM change_log WHERE seq > ${after} ORDER BY seq LIMIT ${limit}
  ) AS log ON true`

/** If no rows were found although the head is later, they were pruned. */
const endAfter = (after: number, limit: number) => (head: number) => (limit === 0 ? after : head)

/**
 * Part of the log: every change after `from` up to `to`, without a gap. `head` is the newest seq
 * in the same snapshot of the database; it may lie beyond `to`.
 */
type LogPage = { from: number; to: number; head: number; changes: Change[] }

/** The head, and one change; nulls where there is none. `bigint` arrives as text. */
type LogRow = { head: string; seq: string | null; tags: string[] | null }

/**
 * Builds a page from rows in order of seq. In a pruned log it begins after the gap.
 *
 * @param end where the page ends if there are no rows.
 */
export function logPage(rows: readonly LogRow[], end: (head: number) => number): LogPage {
  const head = Number(rows[0]?.head ?? 0)
  const found = rows.flatMap(({ seq, tags }) =>
    seq === null ? [] : [{ seq: Number(seq), tags: tags ?? [] }],
  )
  const behindGap = found.findLastIndex(
    ({ seq }, i) => i > 0 && seq !== (found[i - 1]?.seq ?? 0) + 1,
  )
  const changes = found.slice(Math.max(behindGap, 0))
  const [first, last] = [changes[0], changes.at(-1)]
  if (first === undefined || last === undefined) {
    const at = end(head)
    return { from: at, to: at, head, changes }
  }
  return { from: first.seq - 1, to: last.seq, head, changes }
}
