import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Error } from './xml.js'

export type Keys = { accessKey: string; secretKey: string; region: string }

/** The path and the query of a request, decoded. */
export type Target = { path: string; query: ReadonlyMap<string, string> }

const mostSkewMs = 15 * 60_000
const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/

/**
 * Verifies a signature of version 4 in the Authorization header. Those in a query are refused as unsigned.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function verifySignature(
  { method, headers }: IncomingMessage,
  { path, query }: Target,
  { accessKey, secretKey, region }: Keys,
): void {
  const { authorization, 'x-amz-content-sha256': bodyHash } = headers
  if (authorization === undefined) throw new S3Error(403, 'AccessDenied', 'It is not signed.')
  const [, key, itsRegion, names = '', signature = ''] = authorizationForm.exec(authorization) ?? []
  if (key === undefined || itsRegion !== region) {
    const message = `The signature must be one of version 4, for the region ${region}.`
    throw new S3Error(400, 'AuthorizationHeaderMalformed', message)
  }
  if (key !== accessKey) throw new S3Error(403, 'InvalidAccessKeyId', 'There is no such key.')
  const time = `${headers['x-amz-date']}`
  // Not a number if the time is missing.
  if (!(Math.abs(Date.now() - Date.parse(extended(time))) <= mostSkewMs)) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The clocks differ by more than 15 minutes.')
  }
  const signed = names.split(';')
  const mustBeSigned = (name: string) => name === 'host' || name.startsWith('x-amz-')
  if (
    !Object.keys(headers)
      .filter(mustBeSigned)
      .every((name) => signed.includes(name))
  ) {
    throw new S3Error(403, 'AccessDenied', 'There are headers that are not signed.')
  }
  const canonicalRequest = [
    method,
    path.split('/').map(escaped).join('/'),
    [...query]
      .map((pair) => pair.map(escaped).join('='))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${`${headers[name] ?? ''}`.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const hash = createHash('sha256').update(canonicalRequest).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash].join('\n')
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  if (!timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex'))) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'It is not signed with the secret key.')
  }
}

/**
 * The body of a request whose signature is valid.
 *
 * @throws S3Error after its last byte, if the bytes are not those that were signed.
 */
export async function* verifiedBody(request: IncomingMessage): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
  const signed = request.headers['x-amz-content-sha256']
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== hash.digest('hex')) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The bytes are not those of the hash.')
  }
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** Escapes as AWS does: everything but letters, digits, `-`, `.`, `_` and `~`. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) =>
    `%${Buffer.from(sign).toString('hex')}`.toUpperCase(),
  )

/** `20260102T030405Z` → `2026-01-02T03:04:05Z` */
const extended = (time: string): string =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3T$4:$5:$6')
