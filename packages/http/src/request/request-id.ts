import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[\w.:-]{1,128}$/

/** Unique to this process. */
const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * A new id, never the client's, so that logs and audit events of different calls never share one. It is
 * a counter: random bytes would take a fiftieth of the time of an answer from memory.
 */
export function requestId(): string {
  count += 1
  return `${ofProcess}.${count.toString(36)}`
}

type Headers = { headers: IncomingMessage['headers'] }

/** The X-Request-Id that the client sent, if it is well-formed. Any client may send any id. */
export function clientRequestId({ headers }: Headers): string | null {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : null
}

/** The id in the answer: the client's, so that it can recognize its call, or else ours. */
export const answeredId = (request: Headers & { id: string }): string =>
  clientRequestId(request) ?? request.id
