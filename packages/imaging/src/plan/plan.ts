import { maxResultSide } from '../request/parse-rendition.js'
import { negotiableFormats, type RenditionRequest } from '../request/rendition-request.js'
import { awaitsPoint, type Crop, cropAround, cropPoint } from './crop.js'
import { type EncodedFormat, formats, isWebImage, ownFormat } from './formats.js'
import { coveringSize, type Size, targetSize } from './geometry.js'
import type { SourceImage, WebImageType } from './source.js'
import type { EncodeStep, Step, WebpEffort } from './steps.js'

/**
 * The version of everything that a plan's key does not contain: encoders, their settings, resampling. It is
 * part of object keys and ETags. Increment it with every change that gives other bytes for the same plan.
 */
export const recipe = 'v8'

/**
 * The steps of one rendition. For one source, plans have equal keys if and only if their results are equal.
 */
export type Plan = {
  /**
   * Stable, safe in a URL and in an object key, e.g. `640x480.cover.webp.q77`, or `640x480.cover-0-12.webp.q77`
   * for a crop that is not centred.
   */
  key: string
  contentType: WebImageType
  /** Pixels of the result, of one frame. */
  width: number
  height: number
  /** In the order of execution; the last one encodes. */
  steps: readonly Step[]
}

/** @returns null if the stored original is the answer, byte for byte. */
export function plan(request: RenditionRequest, source: SourceImage): Plan | null {
  const format = chooseFormat(request, source)
  const size = targetSize(request, source, maxResultSide)
  return isOriginal(request, format, size, source) ? null : planOf(request, source)
}

/** Also where the original would be the answer: its picture, encoded anew, without its metadata. */
export function planOf(request: RenditionRequest, source: SourceImage): Plan {
  const format = chooseFormat(request, source)
  const size = targetSize(request, source, maxResultSide)
  const whole = cropsToFit(request) ? coveringSize(size, source) : size
  const crop = cropAround(cropPoint(request, source), whole, size)
  const encode = encodeStep(format, request.quality, source, size)
  return {
    key: keyOf(size, crop, encode),
    contentType: formats[format].contentType,
    ...size,
    // Resizing precedes cropping, so the loaders can shrink while decoding, and the steps apply to any
    // smaller copy of the source, too.
    steps: [
      ...(source.frameCount === 1 ? [{ op: 'orient' } as const] : []),
      { op: 'resize', ...whole },
      ...(crop ? [crop.step] : []),
      ...(flattens(format, source) ? [{ op: 'flatten', background: '#ffffff' } as const] : []),
      encode,
    ],
  }
}

function isOriginal(
  request: RenditionRequest,
  format: EncodedFormat,
  size: Size,
  source: SourceImage,
) {
  const isSized = request.width !== undefined || request.height !== undefined
  // Browsers do not show the original, so it is the answer only to a request without parameters.
  if (!isWebImage(source.contentType)) return !isSized && !asksForFormat(request)
  const isSameSize = !isSized || (size.width === source.width && size.height === source.height)
  const changesQuality = request.quality !== undefined && formats[format].defaultQuality !== null
  return isSameSize && format === ownFormat(source) && !changesQuality
}

/** Whether the same request gets another crop once the salient point of the source has been determined. */
export const isProvisional = (request: RenditionRequest, source: SourceImage, plan: Plan | null) =>
  awaitsPoint(request, source) && !!plan?.steps.some(({ op }) => op === 'crop')

const asksForFormat = ({ format, negotiated, quality }: RenditionRequest) =>
  negotiated || format !== undefined || quality !== undefined

const cropsToFit = ({ fit, width, height }: RenditionRequest) =>
  fit === 'cover' && width !== undefined && height !== undefined

const flattens = (format: EncodedFormat, source: SourceImage) =>
  source.hasAlpha && !formats[format].holdsAlpha

function encodeStep(
  format: EncodedFormat,
  wanted: number | undefined,
  source: SourceImage,
  size: Size,
): EncodeStep {
  const { defaultQuality, holdsAnimation, holdsWideGamut } = formats[format]
  const animated = source.frameCount > 1 && holdsAnimation
  return {
    op: 'encode',
    format,
    ...(defaultQuality !== null && { quality: wanted ?? defaultQuality }),
    ...(format === 'webp' && { effort: webpEffort(size, animated) }),
    ...(format === 'jpeg' && { progressive: pixelsOf(size) <= maxProgressive }),
    animated,
    ...(source.wideGamut && holdsWideGamut && { gamut: 'p3' as const }),
  }
}

const pixelsOf = ({ width, height }: Size): number => width * height

/** Pixels. A decoder of a progressive JPEG holds 3 bytes more for each. */
const maxProgressive = 4_000_000

/** Pixels of a WebP that is worth more effort: smaller ones save few bytes, larger ones take too long. */
const worthEffort = { min: 500_000, max: 4_000_000 }

function webpEffort(size: Size, animated: boolean): WebpEffort {
  const pixels = pixelsOf(size)
  return !animated && pixels >= worthEffort.min && pixels <= worthEffort.max ? 3 : 2
}

/** Derived from the result, not from the request, so that all equivalent requests share one key. */
function keyOf({ width, height }: Size, crop: Crop | null, { format, quality, gamut }: EncodeStep) {
  const parts = [`${width}x${height}`, crop?.key, format, quality && `q${quality}`, gamut]
  return parts.filter(Boolean).join('.')
}

/** The format of the answer: the requested or negotiated one, or the source's own. */
function chooseFormat(request: RenditionRequest, source: SourceImage): EncodedFormat {
  return request.negotiated
    ? negotiatedFormat(request, source)
    : (request.format ?? ownFormat(source))
}

function negotiatedFormat({ accepted }: RenditionRequest, source: SourceImage): EncodedFormat {
  const isAnimated = source.frameCount > 1
  const best = accepted.find((format) => !(isAnimated && format === 'avif'))
  return best ?? universalFormat(source)
}

/** A format that every client can show. */
function universalFormat(source: SourceImage): EncodedFormat {
  const own = ownFormat(source)
  if (own !== 'webp' && own !== 'avif') return own
  return source.hasAlpha ? 'png' : 'jpeg'
}

/**
 * The renditions that `?w=<width>&format=auto` gives to present browsers: those that accept all negotiable
 * formats, and those that accept only the later ones. In the order of the widths, each once, and without
 * those that are the original itself.
 */
export function negotiatedPlans(source: SourceImage, widths: readonly number[]): Plan[] {
  const accepts = negotiableFormats.map((_, first) => negotiableFormats.slice(first))
  const plans = widths.flatMap((width) =>
    accepts.flatMap((accepted) => {
      const request = { width, fit: 'cover', negotiated: true, accepted } as const
      return plan(request, source) ?? []
    }),
  )
  return [...new Map(plans.map((made) => [made.key, made])).values()]
}
