import { AppError, UniqueViolation } from '@vitrine/errors'
import pg from 'pg'
import { Prisma } from './generated/client.js'

export const databaseDown = (cause: unknown) =>
  new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })

/** What a row refers to was deleted between the check and the write. */
const referenceGone = (cause: unknown) =>
  new AppError(
    'REFERENCE_GONE',
    'Something that this call builds on was deleted meanwhile. Nothing was changed.',
    { cause },
  )

const brokenReference = '23503'

/** Prisma: https://www.prisma.io/docs/orm/reference/error-reference */
const connectionCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
])
/** Postgres: read_only_sql_transaction. */
const readOnlyState = '25006'
/**
 * Postgres: admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections,
 * query_canceled, deadlock_detected; and a server that is no longer the primary.
 */
const unavailableStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '08006',
  '08001',
  '40P01',
  readOnlyState,
])
/** What the adapter calls a connection that could not be made or was lost. */
const connectionKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])
const brokenConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|timeout|terminated|Connection ended|not queryable|connection error/i

/** The one place where the vendor's errors get our meaning. Unknown ones come back as they are. */
export function translate(error: unknown): unknown {
  if (error instanceof AppError || error instanceof UniqueViolation) return error
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === 'P2002')
      return new UniqueViolation(driverCause(error)?.constraint?.index ?? '', error)
    if (error.code === 'P2003') return referenceGone(error)
    if (connectionCodes.has(error.code)) return databaseDown(error)
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return databaseDown(error)
  const cause = driverCause(error)
  if (typeof cause?.kind === 'string' && connectionKinds.has(cause.kind)) return databaseDown(error)
  const state = stateOf(error)
  if (state === brokenReference) return referenceGone(error)
  if (typeof state === 'string' && unavailableStates.has(state)) return databaseDown(error)
  if (error instanceof Error && brokenConnection.test(error.message)) return databaseDown(error)
  return error
}

/** Whether a server that has become a standby refused a write. */
export const isReadOnly = (error: unknown): boolean => stateOf(error) === readOnlyState

/** Postgres' own code of the error, from the adapter or from the driver. */
function stateOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) return error.code
  const cause = driverCause(error)
  return cause?.originalCode ?? cause?.code
}

type DriverCause = {
  kind?: unknown
  code?: unknown
  originalCode?: unknown
  constraint?: { index?: string }
}

/** What the pg adapter wraps into Prisma's error. */
function driverCause(error: unknown): DriverCause | undefined {
  const meta = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } } | null)?.meta
  return meta?.driverAdapterError?.cause ?? (error as { cause?: DriverCause } | null)?.cause
}
