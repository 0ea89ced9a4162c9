import type { IncomingHttpHeaders } from 'node:http'
import { evaluatePreconditions, preconditionFailed } from '@vitrine/http'
import type { FastifyReply } from 'fastify'

/** A representation that is prepared once and sent many times. */
export type Content = {
  /** A strong validator of the bytes. */
  etag: string
  bytes: Buffer
  ok: { status: 200; headers: Readonly<Record<string, string>> }
  notModified: { status: 304; headers: Readonly<Record<string, string>> }
}

type Representation = {
  etag: string
  bytes: Buffer
  headers: Readonly<Record<string, string>>
  /** The header fields of a 200 alone: the type and the encoding of the content. */
  contentHeaders: Readonly<Record<string, string>>
}

export function prepareContent({ etag, bytes, headers, contentHeaders }: Representation): Content {
  const shared = { ...headers, etag }
  const length = { 'content-length': String(bytes.length) }
  return {
    etag,
    bytes,
    ok: { status: 200, headers: { ...shared, ...contentHeaders, ...length } },
    notModified: { status: 304, headers: shared },
  }
}

/** Sends the content, or the answer that the preconditions of the request select. */
export function sendContent(
  { headers }: { headers: IncomingHttpHeaders },
  reply: FastifyReply,
  content: Content,
): void {
  switch (evaluatePreconditions(headers, content)) {
    case 'failed':
      throw preconditionFailed()
    case 'not-modified':
      reply.sendPrepared(content.notModified)
      break
    case 'proceed':
      reply.sendPrepared(content.ok, content.bytes)
  }
}
