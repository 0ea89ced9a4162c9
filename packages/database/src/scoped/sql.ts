import type pg from 'pg'
import { translateDriverError } from '../errors/driver-errors.js'
import { Prisma } from '../generated/client.js'
import { enterScope, type Scope } from './scope.js'

/** The methods that queries in SQL need. Both a transaction and `Scoped.sql` have them. */
export type RawQueryable = Pick<Prisma.TransactionClient, '$queryRaw'>

type Options = {
  pool: pg.Pool
  scope: Scope
  /** Called for a connection that broke while it was in use. */
  onConnectionError: (error: Error) => void
}

/**
 * SQL queries without Prisma's engine, which takes several times the CPU time. Each query is a separate
 * transaction that begins with the scope. Its four statements are pipelined, so it costs one round trip.
 * Values are as the driver parses them: a bigint is a string.
 */
export const createScopedSql = ({ pool, scope, onConnectionError }: Options): RawQueryable => {
  const select = async <Row>(query: Prisma.Sql): Promise<Row> => {
    const connection = await pool.connect()
    connection.on('error', onConnectionError)
    let failure: unknown
    try {
      const entering = enterScope(scope)
      // The scope ends with the transaction. If one statement fails, so do those after it.
      const [, , { rows }] = await Promise.all([
        connection.query('BEGIN'),
        connection.query(entering.sql, entering.args),
        connection.query(query.text, query.values),
        connection.query('COMMIT'),
      ])
      return rows as Row
    } catch (error) {
      failure = error
      throw error
    } finally {
      connection.off('error', onConnectionError)
      // After a failure the state of the connection is unknown, so it is closed.
      connection.release(failure instanceof Error ? failure : failure !== undefined)
    }
  }

  // Prisma's type of the result has more members than are used here.
  return {
    $queryRaw: async (texts: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const query = texts instanceof Prisma.Sql ? texts : Prisma.sql(texts, ...values)
      try {
        return await select(query)
      } catch (error) {
        throw translateDriverError(error)
      }
    },
  } as RawQueryable
}
