import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[\w.:-]{1,128}$/

/** No other process has it. */
const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * Always ours, so that logs and audit events of different calls never share one. Told apart by a count,
 * for random bytes for each request are a fiftieth of what it takes to answer one from memory.
 */
export function requestId(): string {
  count += 1
  return `${ofProcess}.${count.toString(36)}`
}

type Headers = { headers: IncomingMessage['headers'] }

/** The well-formed X-Request-Id that the client has sent; null for none. Anyone may send any. */
export function clientRequestId({ headers }: Headers): string | null {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : null
}

/** What the answer carries: the client's id, so that it recognizes its call, else ours. */
export const answeredId = (request: Headers & { id: string }): string =>
  clientRequestId(request) ?? request.id
