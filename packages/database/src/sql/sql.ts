import { translateDriverError } from '../errors/driver-errors.js'
import { createPool } from '../pool/pool.js'
import type { ServiceRole } from '../pool/service-role.js'

export type SqlOptions = {
  /** postgresql://user:password@host:port/database */
  url: string
  /** Most connections of this process. A connection that is idle for 10 s is closed. */
  poolSize: number
  /** Longest time that one statement may take, ms; also the longest wait for a connection. */
  statementTimeoutMs: number
  /** The role that the login role must be a member of; if left out, any role will do. */
  role?: ServiceRole
  /** Called for connections that broke while idle. The pool replaces them. */
  onConnectionError: (error: Error) => void
}

/**
 * The database without Prisma's client, for a process that uses only SQL: the first query of Prisma's
 * engine takes 70 MB of memory and half a second of CPU time.
 *
 * Errors are translated as in `createDatabase`.
 */
export function createSql(options: SqlOptions) {
  const pool = createPool(options)

  /** The rows of one statement. Values in `${}` are sent as parameters, never in the text. */
  const query = async <Row extends object>(
    texts: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Row[]> => {
    const text = texts.reduce((all, next, i) => `${all}$${i}${next}`)
    try {
      return (await pool.query<Row>(text, [...values])).rows
    } catch (error) {
      throw translateDriverError(error)
    }
  }

  return {
    query,
    /** The row of a statement that always returns one. */
    queryRow: async <Row extends object>(
      texts: TemplateStringsArray,
      ...values: readonly unknown[]
    ): Promise<Row> => {
      const [row, ...others] = await query<Row>(texts, ...values)
      if (row === undefined || others.length > 0) throw new Error('the statement has not one row')
      return row
    },
    ping: async (): Promise<void> => {
      await query`SELECT 1`
    },
    close: () => pool.end(),
  }
}

export type Sql = ReturnType<typeof createSql>
