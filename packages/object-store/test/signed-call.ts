import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { backends } from '@vitrine/testing'
import { signV4 } from 'minio/dist/esm/signing.mjs'

type Call = {
  method: string
  /** After the bucket, escaped: `/key` or `?prefix=a`. */
  target: string
  body?: Buffer | string
  headers?: Record<string, string>
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

/** Begins a signed request to the store of the suites. `altered`: what differs from what was signed. */
export function begin(
  { method, target, body = '', headers = {} }: Call,
  altered: Partial<Call> = {},
): ClientRequest {
  const { endpoint, bucket, region, accessKey, secretKey } = backends().s3
  const { protocol, hostname, host, port } = new URL(endpoint)
  const now = new Date()
  const hash = sha256(body)
  const request = {
    method,
    protocol,
    path: `/${bucket}${target}`,
    headers: {
      host,
      'x-amz-content-sha256': hash,
      'x-amz-date': now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
      ...headers,
    },
  }
  const authorization = signV4(request, accessKey, secretKey, region, now, hash)
  return (protocol === 'https:' ? https : http).request({
    hostname,
    port,
    method: altered.method ?? method,
    path: `/${bucket}${altered.target ?? target}`,
    headers: {
      ...request.headers,
      'content-length': Buffer.byteLength(body),
      authorization,
      ...altered.headers,
    },
  })
}

/** Sends a signed request as the S3 client would not. */
export async function send(call: Call, altered: Partial<Call> = {}): Promise<Reply> {
  const request = begin(call, altered)
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.end(altered.body ?? call.body)
  const [response] = await answered
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await buffer(response),
  }
}

/** The code in the error of an answer. */
export const codeOf = ({ body }: Reply): string =>
  /<Code>([^<]*)<\/Code>/.exec(body.toString())?.[1] ?? ''
