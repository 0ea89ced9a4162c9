/** How calls fail, besides errors of the S3 client and of the network. */

/** No byte arrived for too long. */
export class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`the object store was silent for ${timeoutMs} ms`)
    this.name = 'SilenceError'
  }
}

/** The store answered a call, or a part of one, with an error. */
export class RefusedError extends Error {
  /** The code of the store, such as `NoSuchBucket`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'RefusedError'
    this.code = code
  }
}

/** A signed upload began too late. */
export class PermissionExpiredError extends Error {
  constructor(goodForSeconds: number) {
    super(`the permission for this upload was good for ${goodForSeconds} s`)
    this.name = 'PermissionExpiredError'
  }
}

/** There are no credentials to sign a call with. */
export class CredentialsError extends Error {
  constructor(cause: unknown) {
    super('no credentials for the object store were found', { cause })
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

/** The object does not exist. A missing bucket is a different error. */
export const isMissing = (error: unknown): boolean => missingCodes.has(codeOf(error))

/** The S3 client's error for an unexpected answer. */
export const isClientAnswer = (error: unknown): boolean =>
  error instanceof Error && error.name === 'S3Error'

/** The code of the store, of the system or of TLS; empty if there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
