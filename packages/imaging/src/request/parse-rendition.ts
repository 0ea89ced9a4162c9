import { AppError, type ErrorDetail } from '@vitrine/contracts/errors'
import {
  fits,
  gravities,
  type NegotiableFormat,
  negotiableFormats,
  outputFormats,
  type RenditionRequest,
} from './rendition-request.js'

/** In pixels, after `dpr`. Every format supports this size. The original itself may be larger. */
export const maxResultSide = 4096

const ONE: Decimal = { numerator: 1n, denominator: 1n }

/**
 * Parses and validates a request's parameters. Only w, h, fit, gravity, format, q and dpr are read. dpr multiplies w
 * and h after their own limits were checked. `plan` limits the product, so that the requested ratio is
 * preserved.
 *
 * @throws AppError VALIDATION_FAILED that names every invalid parameter.
 */
export function parseRendition(
  query: Readonly<Record<string, unknown>>,
  accept: string | undefined,
): RenditionRequest {
  const { read, throwIfInvalid } = createReader(query)
  const w = read('w', (text) => parseCount(text, maxResultSide))
  const h = read('h', (text) => parseCount(text, maxResultSide))
  const fit = read('fit', (text) => parseChoice(text, fits)) ?? 'cover'
  const gravity = read('gravity', (text) => parseChoice(text, gravities))
  const format = read('format', (text) => parseChoice(text, [...outputFormats, 'auto'] as const))
  const quality = read('q', (text) => parseCount(text, 100))
  const dpr = read('dpr', parsePixelRatio) ?? ONE

  throwIfInvalid()

  const negotiated = format === 'auto'
  return {
    ...(w !== undefined && { width: scaled(w, dpr) }),
    ...(h !== undefined && { height: scaled(h, dpr) }),
    fit,
    ...(gravity !== undefined && { gravity }),
    ...(format !== undefined && format !== 'auto' && { format }),
    ...(quality !== undefined && { quality }),
    negotiated,
    accepted: negotiated ? acceptedFormats(accept) : [],
  }
}

/** Reads parameters one by one and collects the problems. */
function createReader(query: Readonly<Record<string, unknown>>) {
  const details: ErrorDetail[] = []
  return {
    read: <T extends object | string | number>(
      field: string,
      parse: (text: string) => T | Problem,
    ): T | undefined => {
      const value = query[field]
      if (value === undefined) return undefined
      const parsed = typeof value === 'string' ? parse(value) : { problem: 'must be given once' }
      if (!isProblem(parsed)) return parsed
      details.push({ field, message: `${field} ${parsed.problem}` })
      return undefined
    },
    throwIfInvalid: (): void => {
      if (details.length === 0) return
      const summary = details.map(({ message }) => message).join('; ')
      throw new AppError('VALIDATION_FAILED', `Bad rendition parameters: ${summary}.`, { details })
    },
  }
}

const isProblem = (parsed: object | string | number): parsed is Problem =>
  typeof parsed === 'object' && 'problem' in parsed

/**
 * The formats that an Accept header names with a weight above zero, best first. Wildcards are ignored: every
 * browser sends one, also those that cannot show AVIF or WebP.
 */
function acceptedFormats(accept = ''): NegotiableFormat[] {
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

/** The message for an invalid value. */
type Problem = { problem: string }

/** 1–`max` in plain digits. Leading zeros are ignored. Signs, exponents and spaces are rejected. */
function parseCount(text: string, max: number): number | Problem {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return count >= 1 && count <= max ? count : { problem: `must be a whole number from 1 to ${max}` }
}

/** An exact decimal, `numerator / denominator`. Floating point would round 1.15 × 10 down. */
type Decimal = { numerator: bigint; denominator: bigint }

const DECIMAL = /^0*(?<whole>[1-3])(?:\.(?<fraction>\d{1,20}))?$/

/** 1–3 in plain digits, up to 20 of them after the point: browsers report ratios as 1.3333333730697632. */
function parsePixelRatio(text: string): Decimal | Problem {
  const { whole = '', fraction = '' } = DECIMAL.exec(text)?.groups ?? {}
  const numerator = BigInt(whole + fraction)
  const denominator = 10n ** BigInt(fraction.length)
  return numerator >= denominator && numerator <= 3n * denominator
    ? { numerator, denominator }
    : { problem: 'must be a number from 1 to 3, such as 2 or 1.5' }
}

function parseChoice<T extends string>(text: string, choices: readonly T[]): T | Problem {
  const choice = choices.find((candidate) => candidate === text)
  return choice ?? { problem: `must be one of ${choices.join(', ')}` }
}

/** Nearest pixel, half up. */
const scaled = (pixels: number, { numerator, denominator }: Decimal): number =>
  Number((2n * BigInt(pixels) * numerator + denominator) / (2n * denominator))
