import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[\w.:-]{1,128}$/

/** No other process has it. */
const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * The one that was sent along, or a new one: told apart by a count, for random bytes for each request
 * are a fiftieth of what it takes to answer one from memory.
 */
export function requestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && wellFormed.test(sent)) return sent
  count += 1
  return `${ofProcess}.${count.toString(36)}`
}
