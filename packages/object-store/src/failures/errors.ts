import { AppError } from '@vitrine/contracts/errors'
import { classify, type StoreFailure } from './failure.js'

export const storeUnreachable = (cause: unknown): AppError =>
  new AppError('STORE_UNAVAILABLE', 'The object store is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })

/** The retry delay is long: an operator has to correct a setting first. */
const misconfigured = (cause: unknown): AppError =>
  new AppError(
    'STORE_MISCONFIGURED',
    'The object store is misconfigured. The operator of this service has to correct its settings.',
    { retryAfterSeconds: 60, cause },
  )

/** Translates the error of a failed call into one that the caller may see. */
export function publicError(error: unknown): unknown {
  if (error instanceof AppError || isOfFileSystem(error)) return error
  return classify(error).kind === 'misconfigured' ? misconfigured(error) : storeUnreachable(error)
}

/** Whether a call failed because of the store: it may succeed later. */
export const isStoreError = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'STORE_UNAVAILABLE' || error.code === 'STORE_MISCONFIGURED')

/** The message of a health check: the failure, and the setting to look at. */
export const failedCheck = ({ kind, code, advice }: StoreFailure, cause: unknown): AppError =>
  new AppError(
    kind === 'misconfigured' ? 'STORE_MISCONFIGURED' : 'STORE_UNAVAILABLE',
    `${kind}: ${code}. ${advice}`,
    { cause },
  )

export async function translated<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation
  } catch (error) {
    throw publicError(error)
  }
}

/** Whether the file system failed, not the store. */
export const isOfFileSystem = (error: unknown): boolean =>
  typeof (error as { path?: unknown } | null)?.path === 'string'
