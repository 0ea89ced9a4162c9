import { type NegotiableFormat, negotiableFormats } from './rendition-request.js'

/**
 * The formats that an Accept header names with a weight above zero, best first. Wildcards are ignored: every
 * browser sends one, also those that cannot show AVIF or WebP.
 */
export function acceptedFormats(accept = ''): NegotiableFormat[] {
  const named = new Set(accept.split(',').map(parseRange).filter(isWanted).map(typeOf))
  return negotiableFormats.filter((format) => named.has(`image/${format}`))
}

type MediaRange = { type: string; weight: number }

/** RFC 9110, 12.5.1: `type/subtype;q=0.8`. A weight that isn't a number refuses the range. */
function parseRange(range: string): MediaRange {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, weight: weight === undefined ? 1 : Number.parseFloat(weight) }
}

const isWanted = ({ weight }: MediaRange) => weight > 0
const typeOf = ({ type }: MediaRange) => type
