import { AppError, UniqueViolation } from '@vitrine/contracts/errors'
import { Prisma } from '../generated/client.js'
import { databaseDown, referenceGone, stateOf, translateDriverError } from './driver-errors.js'

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
/** The adapter's names for a connection that could not be made or was lost. */
const connectionKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])

/** Translates an error of Prisma. Unknown errors are returned unchanged. */
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
  return translateDriverError(error, stateOf(error) ?? cause?.originalCode ?? cause?.code)
}

type DriverCause = {
  kind?: unknown
  code?: unknown
  originalCode?: unknown
  constraint?: { index?: string }
}

/** The driver's error, which the pg adapter wraps into Prisma's. */
function driverCause(error: unknown): DriverCause | undefined {
  const meta = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } } | null)?.meta
  return meta?.driverAdapterError?.cause ?? (error as { cause?: DriverCause } | null)?.cause
}
