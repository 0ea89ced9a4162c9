import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answeredId } from '../request/request-id.js'

/** A whole answer but for its request id: made once, sent many times. */
export type Prepared = {
  status: number
  /** Names and values by turns, as Node writes them. The last value has yet to be put in: the request's id. */
  headers: readonly string[]
  body: Buffer
}

type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Left out: an answer without content, 304. */
  body?: Buffer | string
}

const none = Buffer.alloc(0)

/** The body is kept as bytes: Node would make them of a text anew for each answer. */
export function prepare({ status, headers, body }: Answer): Prepared {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = bytes && { 'content-length': String(bytes.length) }
  const flat = Object.entries({ ...headers, ...length, 'x-request-id': '' }).flat()
  return { status, headers: flat, body: bytes ?? none }
}

export function writePrepared(
  response: ServerResponse,
  { status, headers, body }: Prepared,
  requestId: string,
): void {
  const own = headers.slice()
  own[own.length - 1] = requestId
  response.writeHead(status, own)
  response.end(body)
}

/** Past the framework's own way out: neither serializer nor `onSend` hooks see it. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, answer: Prepared): void {
  writePrepared(reply.hijack().raw, answer, answeredId(request))
}
