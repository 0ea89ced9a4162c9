import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import pg from 'pg'
import { translateDriverError } from '../../src/errors/driver-errors.js'

const errorOf = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

t.test('a server or a pooler that cannot take the statement is an outage, not a bug', async (t) => {
  const table: [code: string, message: string][] = [
    ['57P01', 'terminating connection due to administrator command'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
    ['08006', 'connection failure'],
    // PgBouncer, while there is no primary.
    ['08P01', 'server login has been failing, try again later (server_login_retry)'],
    ['08P01', 'query_wait_timeout'],
    ['08P01', 'server conn crashed?'],
  ]
  for (const [code, message] of table) {
    const error = translateDriverError(errorOf(code, message))
    t.match(error, { code: 'DATABASE_UNAVAILABLE' }, message)
    t.ok(error instanceof AppError)
  }
})

t.test('the error of a wrong statement is not translated', async (t) => {
  const mismatch = errorOf(
    '08P01',
    'bind message supplies 1 parameters, but prepared statement "" requires 2',
  )
  for (const error of [
    errorOf('42601', 'syntax error at or near "SELEC"'),
    // Postgres names the function that raised it, and PgBouncer names none.
    Object.assign(mismatch, { routine: 'exec_bind_message' }),
  ]) {
    t.equal(translateDriverError(error), error)
  }
})
