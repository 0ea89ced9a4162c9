import { AppError } from '@vitrine/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes [start, end], both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

type Selected = {
  etag: string
  lastModified: string
  /** How it is made, or null for an original. */
  plan: object | null
}

/**
 * The one range that this request gets, or null for the whole (RFC 9110, 14): several ranges,
 * other units, what is no range and a stale If-Range get the whole.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE when it lies beyond the end, with Content-Range set.
 */
export function chooseRange(
  request: FastifyRequest,
  reply: FastifyReply,
  sizeBytes: number,
  selected: Selected,
): ByteRange | null {
  const { range: header } = request.headers
  if (header === undefined || request.method !== 'GET' || !isCurrent(request, selected)) return null
  const range = parseRange(header, sizeBytes)
  if (range !== 'beyond') return range
  reply.header('content-range', `bytes */${sizeBytes}`)
  throw new AppError('RANGE_NOT_SATISFIABLE', `The image has ${sizeBytes} bytes.`)
}

/** Says that the body is this part. Call it when the part is at hand: an error carries no range. */
export function describePart(reply: FastifyReply, { start, end }: ByteRange, sizeBytes: number) {
  reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
}

/**
 * A single range of something that has `sizeBytes` bytes, cut off at its end.
 *
 * @returns null for whatever else the header says: it is to be ignored.
 */
export function parseRange(header: string, sizeBytes: number): ByteRange | 'beyond' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  const toTheEnd = Number.POSITIVE_INFINITY
  if (first === '') return within(Math.max(sizeBytes - Number(last), 0), toTheEnd, sizeBytes)
  const start = Number(first)
  const end = last === '' ? toTheEnd : Number(last)
  return end < start ? null : within(start, end, sizeBytes)
}

const within = (start: number, end: number, sizeBytes: number): ByteRange | 'beyond' =>
  start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'beyond'

/**
 * If-Range: a part is only wanted if the rest that the client has is of the same bytes. A date says
 * so of an original alone: renditions have their original's, whatever their bytes (RFC 9110, 8.8.2.2).
 */
function isCurrent(request: FastifyRequest, { etag, lastModified, plan }: Selected): boolean {
  const condition = request.headers['if-range']
  if (condition === undefined || condition === etag) return true
  return plan === null && condition === lastModified
}
