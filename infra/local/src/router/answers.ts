import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode, ErrorDetail } from '@vitrine/errors'
import { errorBody } from '@vitrine/http'

export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  message: string,
  details?: readonly ErrorDetail[],
): void {
  const id = randomUUID()
  const body = errorBody(code, message, { url: request.url ?? '', id }, details)
  response.setHeader('X-Request-Id', id)
  if (body.status === 503) response.setHeader('Retry-After', '1')
  sendJson(request, response, body.status, body)
}

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object,
): void {
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string,
): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Answers what Node's parser refused, before there is a request. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const id = randomUUID()
  const [code, message] = parserProblems[error.code ?? ''] ?? notHttp
  const body = errorBody(code, message, { url: '', id })
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.status} ${body.error}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

type ParserProblem = readonly [ErrorCode, string]

const notHttp: ParserProblem = ['MALFORMED_REQUEST', 'This is not valid HTTP.']
const parserProblems: Readonly<Record<string, ParserProblem>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long.'],
}
