import type { FastifyInstance, FastifyReply } from 'fastify'
import { answeredId } from '../request/request-id.js'

/** Resolves when the bytes have been handed to the operating system and the buffer may be reused. */
type Send = (bytes: Buffer) => Promise<void>

/** Sends a body in chunks. A chunk may reuse the memory of the previous one. */
export type ByteStream = (send: Send) => Promise<void>

/** A status and header fields. The form that Node needs is computed once for each `headers`. */
type Head = { status: number; headers: Readonly<Record<string, string>> }

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends bytes as they are, without Fastify's serialization, `onSend` hooks and header fields set by `header`. A
     * stream needs a Content-Length among the fields; its head is asked for with the first chunk. For HEAD, Node discards the body.
     *
     * @throws the error of a stream that fails before its first chunk: another answer can still be sent.
     */
    sendPrepared(head: Head, body?: Buffer): void
    streamPrepared(head: () => Head, body: ByteStream): Promise<void>
  }
}

/** @param common the header fields of every answer. */
export function sendPreparedAnswers(
  app: FastifyInstance,
  common: Readonly<Record<string, string>>,
): void {
  /** Names and values alternate. The last value is the request id. */
  const prepared = new WeakMap<Head['headers'], string[]>()
  const fieldsOf = (headers: Head['headers']): string[] => {
    const fields =
      prepared.get(headers) ?? Object.entries({ ...common, ...headers, 'x-request-id': '' }).flat()
    prepared.set(headers, fields)
    return fields
  }
  function writeHead(reply: FastifyReply, { status, headers }: Head): void {
    const fields = fieldsOf(headers).slice()
    fields[fields.length - 1] = answeredId(reply.request)
    reply.raw.writeHead(status, fields)
    // Not before: `writeHead` throws if a field is invalid, and Fastify then answers.
    reply.hijack()
  }

  app.decorateReply('sendPrepared', function (head, body) {
    writeHead(this, head)
    this.raw.end(body)
  })
  app.decorateReply('streamPrepared', function (head, stream) {
    return streamTo(this, () => writeHead(this, head()), stream)
  })
  // For all other answers.
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', answeredId(request))
    reply.headers({ ...common, ...reply.getHeaders() })
    done(null, payload)
  })
}

async function streamTo(
  reply: FastifyReply,
  writeHead: () => void,
  stream: ByteStream,
): Promise<void> {
  const { raw: response } = reply
  let failPending: (reason: Error) => void = () => undefined
  // Node never settles a write of a response that is queued behind another one on its connection.
  response.once('close', () => failPending(new Error('the client has left')))
  try {
    await stream((bytes) => {
      if (!response.headersSent) writeHead()
      return new Promise((resolve, reject) => {
        failPending = reject
        response.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    })
    if (!response.headersSent) writeHead()
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    if (!response.destroyed) reply.log.error({ err: error }, 'the answer was broken off')
    // Otherwise the client would mistake the partial body for a complete one.
    response.destroy()
    // Fastify logs and measures a request when its response finishes or fails. A destroyed one does neither.
    response.emit('error', error)
  }
}
