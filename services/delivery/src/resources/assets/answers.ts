import type { EdgeAnswer } from '@vitrine/coherence'
import { cacheTagHeaders, cacheTags } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { type ByteStream, contentRange, selectRange } from '@vitrine/http'
import { isMarked } from '@vitrine/imaging'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import type { Picture } from './service.js'

/** The header fields that a 200, a 206 and a 304 have in common. */
export const sharedHeaders = ({
  projectId,
  assetId,
  cacheControl,
  etag,
  lastModified,
  request,
  asset,
  image,
}: Picture) => ({
  'cache-control': cacheControl,
  ...cacheTagHeaders([
    cacheTags.project(projectId),
    cacheTags.asset(assetId),
    ...(asset.mark !== null && image.plan !== null && isMarked(image.plan)
      ? [cacheTags.asset(asset.mark.picture.assetId)]
      : []),
  ]),
  etag,
  'last-modified': lastModified,
  'accept-ranges': 'bytes',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  ...(request.negotiated && { vary: 'Accept' }),
})

/**
 * Displays a file in the browser, with a filename derived from its id (RFC 6266): `inline;
 * filename="<id>.webp"`. The uploaded filename is not used: answers that are cached for a year would
 * publish it, and it could contain characters that are not allowed in a header field.
 *
 * @param contentType such as `image/webp`. The subtype becomes the file extension.
 */
const contentDisposition = (id: string, contentType: string): string =>
  `inline; filename="${id}.${contentType.slice(contentType.indexOf('/') + 1)}"`

/** The header fields of a 200 and a 206. */
const imageHeaders = (picture: Picture, sizeBytes: number) => ({
  ...sharedHeaders(picture),
  'content-type': picture.contentType,
  'content-disposition': contentDisposition(picture.assetId, picture.contentType),
  'content-length': String(sizeBytes),
})

/** The heads of the answers of a picture, which are prepared once. */
type Heads = { notModified: Head; whole: Head | null; wholeBytes: number }
type Head = { status: number; headers: Readonly<Record<string, string>> }

const prepared = new WeakMap<Picture, Heads>()

function headsOf(picture: Picture): Heads {
  const known = prepared.get(picture)
  if (known !== undefined) return known
  const notModified = { status: 304, headers: sharedHeaders(picture) }
  const heads: Heads = { notModified, whole: null, wholeBytes: 0 }
  prepared.set(picture, heads)
  return heads
}

function wholeHead(picture: Picture, sizeBytes: number): Head {
  const heads = headsOf(picture)
  if (heads.whole === null || heads.wholeBytes !== sizeBytes) {
    heads.whole = { status: 200, headers: imageHeaders(picture, sizeBytes) }
    heads.wholeBytes = sizeBytes
  }
  return heads.whole
}

/** A picture, and the answer to one request for it as caches in front may keep it; null if none of them is purged. */
type Answered = { picture: Picture; edgeAnswer: EdgeAnswer | null }

/** Call it when the head is sent: no cache keeps an answer from before a change. */
const headFor = (edgeAnswer: EdgeAnswer | null, head: Head): Head =>
  edgeAnswer === null || edgeAnswer.mayBeKept()
    ? head
    : { ...head, headers: { ...head.headers, 'cache-control': 'private, no-store' } }

export const sendNotModified = (
  reply: FastifyReply,
  picture: Picture,
  edgeAnswer: EdgeAnswer | null,
): void => reply.sendPrepared(headFor(edgeAnswer, headsOf(picture).notModified))

/** The answer to a HEAD: the header fields of a GET. */
export const sendWithoutBody = (
  reply: FastifyReply,
  { picture, edgeAnswer }: Answered,
  sizeBytes: number,
): void => reply.sendPrepared(headFor(edgeAnswer, wholeHead(picture, sizeBytes)))

/** @throws AppError RANGE_NOT_SATISFIABLE. */
export function sendImage(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  { picture, edgeAnswer }: Answered,
  bytes: ImageBytes,
): void | Promise<void> {
  const { sizeBytes } = bytes
  if (request.method === 'HEAD') {
    bytes.discard()
    return sendWithoutBody(reply, { picture, edgeAnswer }, sizeBytes)
  }
  const { etag, lastModified, image } = picture
  // All renditions have the date of their original, even if their bytes differ.
  const representation = { sizeBytes, etag, lastModified, isDateStrong: image.plan === null }
  const range = selectRange(request, representation)
  if (range === 'unsatisfiable') {
    bytes.discard()
    reply.header('content-range', contentRange(null, sizeBytes))
    throw new AppError('RANGE_NOT_SATISFIABLE', `The image has ${sizeBytes} bytes.`)
  }
  if (range === null) {
    const body = bytes.read({ start: 0, end: sizeBytes - 1 })
    return send(reply, edgeAnswer, wholeHead(picture, sizeBytes), body)
  }
  const headers = {
    ...imageHeaders(picture, range.end - range.start + 1),
    'content-range': contentRange(range, sizeBytes),
  }
  return send(reply, edgeAnswer, { status: 206, headers }, bytes.read(range))
}

function send(
  reply: FastifyReply,
  edgeAnswer: EdgeAnswer | null,
  head: Head,
  body: Buffer | ByteStream,
): void | Promise<void> {
  if (typeof body !== 'function') return reply.sendPrepared(headFor(edgeAnswer, head), body)
  return reply.streamPrepared(
    () => headFor(edgeAnswer, head),
    edgeAnswer ? whileKept(edgeAnswer, body) : body,
  )
}

/** @throws Error between two chunks when the lease has ended: timers are late in a process that was stopped. */
const whileKept =
  (edgeAnswer: EdgeAnswer, body: ByteStream): ByteStream =>
  (sendChunk) =>
    body((bytes) => {
      if (edgeAnswer.mayContinue()) return sendChunk(bytes)
      throw new Error('the lease ended before the answer')
    })
