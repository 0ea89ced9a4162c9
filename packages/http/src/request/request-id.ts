import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[\w.:-]{1,128}$/

/** Unique to this process. */
const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * Creates a request id. The client's id is never used, so that logs and audit events of different calls
 * never share an id. It is a counter: random bytes would take 2 % of the time of an answer from memory.
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

/** The id in the response: the client's, so that it can recognize its call, otherwise ours. */
export const answeredId = (request: Headers & { id: string }): string =>
  clientRequestId(request) ?? request.id
