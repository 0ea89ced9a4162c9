import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@vitrine/errors'
import { errorBody } from './error-body.js'
import { securityHeaders } from './security-headers.js'

const known: Record<string, { code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request took too long.' },
}
const malformed = { code: 'MALFORMED_REQUEST', message: 'This is not valid HTTP.' } as const

/** The response to the newest request of each connection. */
const newest = new WeakMap<Socket, ServerResponse>()

/** Makes `handleClientError` know what is under way on a connection: to be told of each response. */
export function noteResponse(response: ServerResponse): void {
  newest.set(response.req.socket, response)
}

/**
 * What Node's parser refused, before there is a request: the same body, written by hand. Requests
 * before it on the same connection are answered first: else this would be amidst their bytes.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  const response = newest.get(socket)
  // More bytes than the request that was to be the last one: its answer closes the connection.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
  } else if (response === undefined) {
    answer(error, socket)
  } else if (!response.req.complete) {
    // It is that request's own content which is broken. It gets one answer, not two, in its turn.
    if (response.headersSent || response.socket === null) socket.destroySoon()
    else answer(error, socket)
  } else if (response.writableFinished) {
    answer(error, socket)
  } else {
    response.once('close', () => handleClientError(error, socket))
  }
}

function answer(error: Error & { code?: string }, socket: Socket): void {
  const { code, message } = known[error.code ?? ''] ?? malformed
  const id = randomUUID()
  const body = errorBody(code, message, { url: '', id })
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
}
