import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Resolves when the piece is needed no longer. */
type Send = (piece: Buffer) => Promise<void>

/** Hands bytes on piece by piece; the next piece may take the place of the last one in memory. */
export type Pour = (send: Send) => Promise<void>

/**
 * Sends what is poured, past the framework's own way out, which knows buffers and streams alone. Its
 * headers, the length among them, must have been set. An answer that can't be completed is broken off:
 * else the client would take what it has for the whole.
 *
 * @throws what the pouring throws before the first piece.
 */
export async function sendPoured(reply: FastifyReply, pour: Pour): Promise<FastifyReply> {
  const { raw } = reply
  const send = sender(raw)
  try {
    await pour((piece) => {
      if (!reply.sent) beginAnswer(reply)
      return send(piece)
    })
    raw.end()
  } catch (error) {
    if (!reply.sent) throw error
    if (!raw.destroyed) reply.log.error({ err: error }, 'an answer was broken off')
    raw.destroy()
  }
  return reply
}

function beginAnswer(reply: FastifyReply): void {
  const { raw } = reply.hijack()
  raw.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
}

/** Its promises resolve when the system has the bytes, and reject when the client has left. */
function sender(response: ServerResponse): Send {
  let leave: (reason: Error) => void = () => undefined
  // Of what waits behind another answer on the same connection, Node says nothing when that ends.
  response.once('close', () => leave(new Error('the client has left')))
  return (piece) =>
    new Promise((resolve, reject) => {
      leave = reject
      response.write(piece, (error) => (error ? reject(error) : resolve()))
    })
}
