import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode, ErrorDetail } from '@vitrine/contracts/errors'
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
