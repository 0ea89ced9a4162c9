import { AppError } from '@vitrine/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'

/** Bytes [start, end], both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

type Validators = { etag: string; lastModified: string }

/**
 * The one range that this request gets, or null for the whole (RFC 9110, 14): several ranges,
 * other units and a stale If-Range get the whole. Sets Content-Range where it applies.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE when it lies beyond the end.
 */
export function chooseRange(
  request: FastifyRequest,
  reply: FastifyReply,
  sizeBytes: number,
  validators: Validators,
): ByteRange | null {
  const { range: header } = request.headers
  if (header === undefined || request.method !== 'GET' || !isCurrent(request, validators))
    return null
  const ranges = parseRange(sizeBytes, header)
  if (ranges === -1) {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new AppError('RANGE_NOT_SATISFIABLE', `The image has ${sizeBytes} bytes.`)
  }
  const [range] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  if (range === undefined || (ranges as unknown[]).length !== 1) return null
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  return range
}

/** If-Range: a part is only wanted if the rest that the client has is of the same bytes. */
function isCurrent(request: FastifyRequest, { etag, lastModified }: Validators): boolean {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag || condition === lastModified
}
