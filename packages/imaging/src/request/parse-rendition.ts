import { AppError, type ErrorDetail } from '@vitrine/errors'
import { acceptedFormats } from './accept.js'
import {
  type Decimal,
  type Problem,
  parseChoice,
  parseCount,
  parsePixelRatio,
  scaled,
} from './query-value.js'
import { fits, gravities, outputFormats, type RenditionRequest } from './rendition-request.js'

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
