import { AppError } from '@vitrine/errors'
import {
  type Answer,
  type AnswerHead,
  type AnswerRequest,
  contentRange,
  type FailedAnswer,
  selectRange,
} from '@vitrine/http'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import { imageHeaders, sharedHeaders } from './headers.js'
import type { Picture } from './service.js'

/** The cached heads of the answers for a picture. */
type Heads = { notModified: AnswerHead; whole: AnswerHead | null; wholeBytes: number }

const known = new WeakMap<Picture, Heads>()
const empty = Buffer.alloc(0)

export const notModified = (picture: Picture): Answer => ({
  head: headsOf(picture).notModified,
  body: empty,
})

export const failed = (
  picture: Picture,
  error: unknown,
  headers: Record<string, string> = {},
): FailedAnswer => ({ error, headers: { ...sharedHeaders(picture), ...headers } })

/** The answer to a HEAD: the header fields of a GET. */
export const withoutBody = (picture: Picture, sizeBytes: number): Answer => ({
  head: wholeHead(picture, sizeBytes),
  body: empty,
})

export function withBody(
  request: Pick<AnswerRequest, 'method' | 'headers'>,
  picture: Picture,
  bytes: ImageBytes,
): Answer {
  const { sizeBytes } = bytes
  if (request.method === 'HEAD') {
    bytes.discard()
    return withoutBody(picture, sizeBytes)
  }
  const { etag, lastModified, image } = picture
  // All renditions have the date of their original, even if their bytes differ.
  const representation = { sizeBytes, etag, lastModified, isDateStrong: image.plan === null }
  const range = selectRange(request, representation)
  if (range === 'unsatisfiable') {
    bytes.discard()
    const error = new AppError('RANGE_NOT_SATISFIABLE', `The image has ${sizeBytes} bytes.`)
    return failed(picture, error, { 'content-range': contentRange(null, sizeBytes) })
  }
  if (range === null) {
    const body = bytes.read({ start: 0, end: sizeBytes - 1 })
    return { head: wholeHead(picture, sizeBytes), body }
  }
  const headers = {
    ...sharedHeaders(picture),
    ...imageHeaders(picture),
    'content-length': String(range.end - range.start + 1),
    'content-range': contentRange(range, sizeBytes),
  }
  return { head: { status: 206, headers }, body: bytes.read(range) }
}

function wholeHead(picture: Picture, sizeBytes: number): AnswerHead {
  const heads = headsOf(picture)
  if (heads.whole !== null && heads.wholeBytes === sizeBytes) return heads.whole
  const headers = {
    ...sharedHeaders(picture),
    ...imageHeaders(picture),
    'content-length': String(sizeBytes),
  }
  heads.whole = { status: 200, headers }
  heads.wholeBytes = sizeBytes
  return heads.whole
}

function headsOf(picture: Picture): Heads {
  const made = known.get(picture)
  if (made !== undefined) return made
  const notModified = { status: 304, headers: sharedHeaders(picture) }
  const heads: Heads = { notModified, whole: null, wholeBytes: 0 }
  known.set(picture, heads)
  return heads
}
