import type { RenditionRequest } from '../request/rendition-request.js'
import { chooseFormat } from './choose-format.js'
import { type EncodedFormat, formatOf, formats } from './formats.js'
import { coveringSize, type Size, targetSize } from './geometry.js'
import type { ImageType, Source } from './source.js'
import type { CropStep, EncodeStep, Step } from './steps.js'

/**
 * The steps of one rendition. For one source, plans have equal keys if and only if their results are equal.
 */
export type Plan = {
  /** Stable, safe in a URL and in an object key, e.g. `640x480.cover.webp.q80`. */
  key: string
  contentType: ImageType
  /** Pixels of the result, of one frame. */
  width: number
  height: number
  /** In the order of execution; the last one encodes. */
  steps: readonly Step[]
}

/** In pixels, after `dpr`. Every format supports this size. The original itself may be larger. */
export const maxResultSide = 4096

/** @returns null if the stored original is the answer, byte for byte. */
export function plan(request: RenditionRequest, source: Source): Plan | null {
  const format = chooseFormat(request, source)
  const size = targetSize(request, source, maxResultSide)
  if (isOriginal(request, format, size, source)) return null

  const whole = cropsToFit(request) ? coveringSize(size, source) : size
  const crop = centredCrop(whole, size)
  const encode = encodeStep(format, request.quality, source)
  return {
    key: keyOf(size, crop, encode),
    contentType: formats[format].contentType,
    ...size,
    // Resizing precedes cropping, so the loaders can shrink while decoding, and the steps apply to any
    // smaller copy of the source, too.
    steps: [
      ...(source.frameCount === 1 ? [{ op: 'orient' } as const] : []),
      { op: 'resize', ...whole },
      ...(crop ? [crop] : []),
      ...(flattens(format, source) ? [{ op: 'flatten', background: '#ffffff' } as const] : []),
      encode,
    ],
  }
}

function isOriginal(request: RenditionRequest, format: EncodedFormat, size: Size, source: Source) {
  const isSized = request.width !== undefined || request.height !== undefined
  const isSameSize = !isSized || (size.width === source.width && size.height === source.height)
  const changesQuality = request.quality !== undefined && formats[format].defaultQuality !== null
  return isSameSize && format === formatOf(source.contentType) && !changesQuality
}

const cropsToFit = ({ fit, width, height }: RenditionRequest) =>
  fit === 'cover' && width !== undefined && height !== undefined

const flattens = (format: EncodedFormat, source: Source) =>
  source.hasAlpha && !formats[format].holdsAlpha

function centredCrop(whole: Size, { width, height }: Size): CropStep | null {
  if (whole.width === width && whole.height === height) return null
  const left = Math.floor((whole.width - width) / 2)
  const top = Math.floor((whole.height - height) / 2)
  return { op: 'crop', left, top, width, height }
}

function encodeStep(format: EncodedFormat, wanted: number | undefined, source: Source): EncodeStep {
  const { defaultQuality, holdsAnimation } = formats[format]
  const animated = source.frameCount > 1 && holdsAnimation
  if (defaultQuality === null) return { op: 'encode', format, animated }
  return { op: 'encode', format, quality: wanted ?? defaultQuality, animated }
}

/** Derived from the result, not from the request, so that all equivalent requests share one key. */
function keyOf({ width, height }: Size, crop: CropStep | null, { format, quality }: EncodeStep) {
  const parts = [`${width}x${height}`, crop && 'cover', format, quality && `q${quality}`]
  return parts.filter(Boolean).join('.')
}
