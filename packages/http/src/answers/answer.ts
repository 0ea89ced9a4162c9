import type { ByteStream } from './stream-to-socket.js'

/**
 * The status and header fields of an answer, without those common to all answers. A head may be sent many
 * times: the form that Node needs is computed once.
 */
export type AnswerHead = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** The body is in memory or a stream. A stream needs a Content-Length among the header fields. */
export type SuccessfulAnswer = { head: AnswerHead; body: Buffer | ByteStream }

/** An error, with header fields in addition to those of every error. */
export type FailedAnswer = { error: unknown; headers: Readonly<Record<string, string>> }

export type Answer = SuccessfulAnswer | FailedAnswer

type Parts = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Omitted for an answer without content, such as a 304. */
  body?: Buffer | string
}

const empty = Buffer.alloc(0)

/** Prepares an answer from memory. Text is encoded once here, not by Node for each request. */
export function prepareAnswer({ status, headers, body }: Parts): {
  head: AnswerHead
  body: Buffer
} {
  if (body === undefined) return { head: { status, headers }, body: empty }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = { 'content-length': String(bytes.length) }
  return { head: { status, headers: { ...headers, ...length } }, body: bytes }
}

/** Applies `next` to a value synchronously, or to the result of a promise. */
export const andThen = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value))
