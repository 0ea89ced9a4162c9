import { AppError } from '@vitrine/errors'

/** Nothing came for too long. */
export class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`the object store was silent for ${timeoutMs} ms`)
    this.name = 'SilenceError'
  }
}

export const outOfReach = (cause: unknown): AppError =>
  new AppError('STORE_UNAVAILABLE', 'The object store is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })

/** Whatever the store or the way to it did, as STORE_UNAVAILABLE. */
export async function translated<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation
  } catch (cause) {
    throw cause instanceof AppError ? cause : outOfReach(cause)
  }
}

const missingCodes = new Set(['NoSuchKey', 'NotFound'])

export const isMissing = (error: unknown): boolean => missingCodes.has(codeOf(error))

/** Answers that say: not now. */
const troubleCodes = new Set(['InternalError', 'ServiceUnavailable', 'SlowDown'])

/** An answer to an upload, other than 2xx. */
export class RefusedUpload extends Error {
  readonly status: number

  constructor(status: number, body: string) {
    super(`PUT answered ${status}: ${body.slice(0, 300)}`)
    this.name = 'RefusedUpload'
    this.status = status
  }
}

/** The store is there and said no: that is no reason to leave it alone. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof RefusedUpload
    ? error.status < 500
    : error instanceof Error && error.name === 'S3Error' && !troubleCodes.has(codeOf(error))

/** A file that can't be read is nothing that the store did. */
export const isOfFileSystem = (error: unknown): boolean =>
  typeof (error as { path?: unknown } | null)?.path === 'string'

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
