import type { FastifyReply, FastifyRequest } from 'fastify'

/** A whole answer but for its request id: made once, sent many times. */
export type Prepared = {
  status: number
  /** Names and values by turns, as Node writes them. */
  headers: readonly string[]
  body: Buffer | string
}

type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Left out: an answer without content, 304. */
  body?: Buffer | string
}

/**
 * A text is kept as its UTF-8 bytes, one latin-1 character for each: Node sends that in one piece with
 * the headers. Bytes are sent as they are, in a second piece.
 */
export function prepare({ status, headers, body }: Answer): Prepared {
  const flat = Object.entries(headers).flat()
  if (body === undefined) return { status, headers: flat, body: '' }
  return {
    status,
    headers: [...flat, 'content-length', String(Buffer.byteLength(body))],
    body: typeof body === 'string' ? Buffer.from(body).toString('latin1') : body,
  }
}

/** Past the framework's own way out: neither serializer nor `onSend` hooks see it. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Prepared,
): void {
  const { raw } = reply.hijack()
  raw.writeHead(status, [...headers, 'x-request-id', request.id])
  raw.end(body, 'latin1')
}
