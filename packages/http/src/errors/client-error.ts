import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@vitrine/contracts/errors'
import { securityHeaders } from '../response/security-headers.js'
import { errorBody, statusOf } from './error-body.js'

const refusals = new Map<string, { code: ErrorCode; message: string }>(
  Object.entries({
    HPE_HEADER_OVERFLOW: {
      code: 'HEADERS_TOO_LARGE',
      message: 'The request headers are too large.',
    },
    ERR_HTTP_REQUEST_TIMEOUT: {
      code: 'REQUEST_TIMEOUT',
      message: 'The request headers took too long to arrive.',
    },
  }),
)
const malformed = { code: 'MALFORMED_REQUEST', message: 'This is not valid HTTP.' } as const

/** How long a rejected client has to read the answer and close the connection, ms. */
const lingerMs = 2000

/** The parts of Node's error that identify the request. */
type ParserError = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }
type Refusal = { code: ErrorCode; message: string; target: string }

/** The response to the newest request of each connection. */
const newest = new WeakMap<Socket, ServerResponse>()

/** Remembers the newest response of a connection for `handleClientError`. Call it for each response. */
export function noteResponse(response: ServerResponse): void {
  newest.set(response.req.socket, response)
}

/**
 * Answers messages that Node's parser rejected before a request existed. The usual error body is written
 * directly to the socket. Earlier requests on the same connection are answered first, so that the responses
 * do not mix.
 */
export function handleClientError(error: ParserError, socket: Socket): void {
  const response = newest.get(socket)
  // The client sent more bytes after its last request, whose answer closes the connection.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  const refusal = refusals.get(error.code ?? '') ?? malformed
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
  } else if (response !== undefined && !response.req.complete) {
    // The body of that request is malformed.
    refuseBody(response, refusal)
  } else if (response === undefined || response.writableFinished) {
    answer({ ...refusal, target: targetOf(error.rawPacket, error.bytesParsed) }, socket)
  } else {
    response.once('close', () => handleClientError(error, socket))
  }
}

/**
 * Rejects a request whose body has not been read completely, and closes the connection. The request
 * receives no other answer.
 */
export function refuseBody(
  response: ServerResponse,
  { code, message }: { code: ErrorCode; message: string },
): void {
  const { socket } = response.req
  if (response.headersSent || response.socket === null) {
    socket.destroySoon()
    return
  }
  // For the log and the metrics: the handler only sees a lost connection.
  response.statusCode = statusOf(code)
  answer({ code, message, target: response.req.url ?? '' }, socket)
}

function answer({ code, message, target }: Refusal, socket: Socket): void {
  const id = randomUUID()
  const body = errorBody(code, message, { url: target, id })
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${body.status} ${body.error}`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${id}`,
      'Cache-Control: no-store',
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  )
  // After an immediate reset, a client that is still sending could not read the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** A method, a target and a version, at the start of a line. */
const requestLine = /(?:^|\n)[A-Z][A-Z-]* (\S+) HTTP\/1\.[01]\r?\n/g

/**
 * The target of a message that Node's parser rejected: that of the last request line before the
 * position where the parser stopped. Empty if the head came in more than one packet: Node keeps only
 * the last.
 */
function targetOf(packet: unknown, bytesParsed: number | undefined): string {
  if (!Buffer.isBuffer(packet)) return ''
  const read = packet.subarray(0, bytesParsed).toString('latin1')
  return [...read.matchAll(requestLine)].at(-1)?.[1] ?? ''
}
