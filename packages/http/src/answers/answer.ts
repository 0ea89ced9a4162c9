import type { ByteStream } from './stream-to-socket.js'

/**
 * The status and the header fields of an answer, without those that every answer has. It can be sent
 * many times: what Node needs is derived from it once.
 */
export type AnswerHead = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A body is in memory, or streamed; then its length has to be among the header fields. */
export type SuccessfulAnswer = { head: AnswerHead; body: Buffer | ByteStream }

/** An error, with header fields in addition to those of every error. */
export type FailedAnswer = { error: unknown; headers: Readonly<Record<string, string>> }

export type Answer = SuccessfulAnswer | FailedAnswer

type Parts = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Left out: an answer without content, such as 304. */
  body?: Buffer | string
}

const empty = Buffer.alloc(0)

/** An answer from memory. Text is encoded here, once, and not by Node for each request. */
export function prepareAnswer({ status, headers, body }: Parts): {
  head: AnswerHead
  body: Buffer
} {
  if (body === undefined) return { head: { status, headers }, body: empty }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = { 'content-length': String(bytes.length) }
  return { head: { status, headers: { ...headers, ...length } }, body: bytes }
}

/** Applies `next` to a value that is known at once, or later to the value of a promise. */
export const andThen = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value))
