import { AppError, UniqueViolation } from '@vitrine/contracts/errors'
import pg from 'pg'

export const databaseDown = (cause: unknown) =>
  new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })

const tooSlow = (cause: unknown) =>
  new AppError('DATABASE_UNAVAILABLE', 'The database took too long for this call. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })

/** For a row whose reference was deleted between the check and the write. */
export const referenceGone = (cause: unknown) =>
  new AppError(
    'REFERENCE_GONE',
    'Something that this call builds on was deleted at the same time. Nothing was changed.',
    { cause },
  )

const brokenReference = '23503'
/**
 * Postgres: insufficient_privilege. A policy rejected the row: its parent was deleted, or the author is no
 * longer a member. A missing privilege has the same state.
 */
const refusedRow = { state: '42501', message: /row-level security/ }
/** Postgres: query_canceled, of the statement timeout. */
const canceledState = '57014'
/** Postgres: read_only_sql_transaction. */
const readOnlyState = '25006'
/**
 * Postgres: admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections,
 * deadlock_detected; and a server that is no longer the primary.
 */
const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300', '40P01', readOnlyState])
/** Class of the states of lost connections. */
const connectionClass = '08'
/**
 * protocol_violation. PgBouncer gives it to nearly all errors of its own, such as that it reaches no server. From Postgres it
 * means a wrong message, such as one with too few parameters.
 */
const protocolState = '08P01'
const isUnavailable = (state: string, error: unknown): boolean =>
  unavailableStates.has(state) ||
  (state.startsWith(connectionClass) && !(state === protocolState && isFromPostgres(error)))
/** Postgres names the function that raised the error. PgBouncer does not. */
const isFromPostgres = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine !== undefined
const brokenConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|timeout|terminated|Connection ended|not queryable|connection error/i

/** Translates an error of the driver. Unknown errors are returned unchanged. */
export function translateDriverError(error: unknown, state = stateOf(error)): unknown {
  if (error instanceof AppError || error instanceof UniqueViolation) return error
  if (state === brokenReference) return referenceGone(error)
  if (state === refusedRow.state && refusedRow.message.test(String(error))) {
    return referenceGone(error)
  }
  if (state === canceledState) return tooSlow(error)
  if (typeof state === 'string' && isUnavailable(state, error)) return databaseDown(error)
  if (error instanceof Error && brokenConnection.test(error.message)) return databaseDown(error)
  return error
}

/** Whether a server that has become a standby refused a write. */
export const isReadOnly = (error: unknown): boolean => stateOf(error) === readOnlyState

export const stateOf = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? error.code : undefined
