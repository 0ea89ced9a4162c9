import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import type http from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Metadata } from '../connection/metadata.js'
import type { timedTransport } from '../connection/transport.js'
import { RefusedError } from '../failures/store-errors.js'

export type StoredFile = {
  path: string
  /** Its content, if it is in memory anyway: then the file is not read again. */
  bytes?: Buffer | undefined
  sizeBytes: number
  contentType: string
  /** Hash of its bytes, hex; computed from the file if left out. */
  sha256?: string
  metadata?: Metadata
}

/**
 * From this size on, the upload first waits for the store's `100 Continue`. Otherwise the store could reset
 * the connection during the body, before its rejection is read.
 */
const askFirstBytes = 64 * 1024
/** Then the body is sent anyway, for stores that do not send `100 Continue`. */
const longestAskingMs = 1000
/** How much of a refusal is read. */
const mostOfRefusalBytes = 64 * 1024

/**
 * Streams a file to the store in one signed PUT. The client's own upload buffers parts of the file in
 * memory, and for several parts it lists unfinished uploads, which not every store supports.
 *
 * The store's answer decides, even if the connection ends before the upload is complete: many stores close
 * or reset it right after their answer.
 *
 * @throws if no answer or no 2xx arrives: nothing has been stored then.
 */
export async function uploadFile(
  transport: ReturnType<typeof timedTransport>,
  signed: http.RequestOptions,
  { path, bytes, sizeBytes }: StoredFile,
): Promise<void> {
  const asksFirst = sizeBytes >= askFirstBytes
  const expect = asksFirst ? { expect: '100-continue' } : {}
  const request = transport.request({ ...signed, headers: { ...signed.headers, ...expect } })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // Also handles errors after an answer, which change nothing.
    request.on('error', reject)
  })
  let body: ReadStream | undefined
  const sentBytes = () =>
    bytes === undefined ? (body?.bytesRead ?? 0) : request.writableEnded ? bytes.length : 0
  const send = () => {
    if (body !== undefined || request.writableEnded || request.destroyed) return
    if (bytes !== undefined) return void request.end(bytes)
    body = createReadStream(path)
    body.once('error', (error) => request.destroy(error))
    body.pipe(request)
  }
  const asking = asksFirst ? setTimeout(send, longestAskingMs) : undefined
  if (asksFirst) request.once('continue', send)
  else send()
  try {
    await accepted(await answered)
    if (sentBytes() < sizeBytes) {
      throw new RefusedError('IncompleteBody', 'the store answered before the body was sent')
    }
  } finally {
    clearTimeout(asking)
    body?.destroy()
    // The connection still expects the rest of the body, so it cannot be reused.
    if (!request.writableEnded) request.destroy()
  }
}

async function accepted(response: http.IncomingMessage): Promise<void> {
  const text = await textOf(response)
  const status = response.statusCode ?? 0
  if (status >= 200 && status <= 299) return
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? codeByStatus.get(status)
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? `PUT answered ${status}`
  throw new RefusedError(code ?? `HTTP ${status}`, message)
}

const codeByStatus = new Map([
  [301, 'PermanentRedirect'],
  [307, 'TemporaryRedirect'],
  [403, 'AccessDenied'],
  [404, 'NoSuchBucket'],
])

/** The body of an answer as far as it arrives. The status is known, so it may break off. */
async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  await new Promise<void>((resolve) => {
    response.once('close', resolve).once('error', resolve)
    response.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= mostOfRefusalBytes) chunks.push(chunk)
    })
    response.once('end', resolve)
  })
  return Buffer.concat(chunks).toString()
}

/** SHA-256 of the bytes, or of those of the file at the path, hex. */
export async function sha256Of(content: Buffer | string): Promise<string> {
  const hash = createHash('sha256')
  if (typeof content === 'string') await pipeline(createReadStream(content), hash)
  else hash.update(content)
  return hash.digest('hex')
}
