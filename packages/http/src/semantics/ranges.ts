import type { IncomingHttpHeaders } from 'node:http'

/** The bytes from start to end, both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

type Request = { method: string; headers: IncomingHttpHeaders }

/** The representation that a range is a part of. */
type Representation = {
  sizeBytes: number
  etag: string
  lastModified: string
  /** Whether its bytes never change without their date (RFC 9110, 8.8.2.2). */
  isDateStrong: boolean
}

/**
 * Selects the range to send; null for the whole representation (RFC 9110, 14). Multiple ranges, other
 * units, invalid ranges and an outdated If-Range select the whole representation.
 */
export function selectRange(
  { method, headers }: Request,
  representation: Representation,
): ByteRange | 'unsatisfiable' | null {
  const { range } = headers
  if (range === undefined || method !== 'GET' || !isCurrent(headers, representation)) return null
  return parseRange(range, representation.sizeBytes)
}

/** The value of Content-Range; a range of null is for a 416. */
export const contentRange = (range: ByteRange | null, sizeBytes: number): string =>
  range === null ? `bytes */${sizeBytes}` : `bytes ${range.start}-${range.end}/${sizeBytes}`

/**
 * Parses a single range and truncates it at the end of the representation.
 *
 * @returns null for any other header, which must be ignored.
 */
export function parseRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  const toTheEnd = Number.POSITIVE_INFINITY
  if (first === '') return within(Math.max(sizeBytes - Number(last), 0), toTheEnd, sizeBytes)
  const start = Number(first)
  const end = last === '' ? toTheEnd : Number(last)
  return end < start ? null : within(start, end, sizeBytes)
}

const within = (start: number, end: number, sizeBytes: number): ByteRange | 'unsatisfiable' =>
  start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable'

/** If-Range: a part is only useful if the client's other parts are from the same representation. */
function isCurrent(headers: IncomingHttpHeaders, representation: Representation): boolean {
  const condition = headers['if-range']
  if (condition === undefined || condition === representation.etag) return true
  return representation.isDateStrong && condition === representation.lastModified
}
