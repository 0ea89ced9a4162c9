/** How calls fail, besides the S3 client's own errors and those of the network. */

/** No byte came for too long. */
export class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`the object store was silent for ${timeoutMs} ms`)
    this.name = 'SilenceError'
  }
}

/** The store answered a call with an error, or a part of a call. */
export class RefusedError extends Error {
  /** The store's own, `NoSuchBucket`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'RefusedError'
    this.code = code
  }
}

/** The permission for an upload was used too late. */
export class PermissionExpiredError extends Error {
  constructor(goodForSeconds: number) {
    super(`the permission for this upload was good for ${goodForSeconds} s`)
    this.name = 'PermissionExpiredError'
  }
}

/** There are no credentials to sign a call with. */
export class CredentialsError extends Error {
  constructor(cause: unknown) {
    super('no credentials for the object store could be had', { cause })
    this.name = 'CredentialsError'
  }
}

/** The store did not answer the last calls, so this one was not made. */
export class NotTriedError extends Error {
  constructor() {
    super('the object store did not answer the last calls')
    this.name = 'NotTriedError'
  }
}

const missingCodes = new Set(['NoSuchKey', 'NotFound'])

/** There is no such object. A missing bucket is another matter. */
export const isMissing = (error: unknown): boolean => missingCodes.has(codeOf(error))

/** The S3 client's error for an answer that is not the expected one. */
export const isClientAnswer = (error: unknown): boolean =>
  error instanceof Error && error.name === 'S3Error'

/** The code that an error carries: the store's, the system's or that of TLS; else an empty text. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
