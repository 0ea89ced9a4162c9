import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@vitrine/errors'
import { errorBody } from './error-body.js'
import { securityHeaders } from './security-headers.js'

const known: Record<string, { code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request took too long.' },
}
const malformed = { code: 'MALFORMED_REQUEST', message: 'This is not valid HTTP.' } as const

/** What Node's parser refused, before there is a request: the same body, written by hand. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { code, message } = known[error.code ?? ''] ?? malformed
  const id = randomUUID()
  const body = errorBody(code, message, { url: '', id })
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${body.status} ${body.error}`,
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
