import { type Size, targetSize } from './geometry.js'
import type { Plan } from './plan.js'
import type { SourceImage, WebImageType } from './source.js'

/**
 * A copy of a stored original, from which rendering is faster. It is always upright, with 8 bits, and without
 * metadata: in sRGB, or tagged as Display P3. The full copy of a HEIC has the profile of the original.
 */
export type Mezzanine = {
  /** Stable: it identifies the copy of an original in object keys. */
  name: MezzanineName
  /** Pixels. */
  width: number
  height: number
  contentType: WebImageType
  /** The file, in the given directory. */
  path: string
}

/** Names are nominal widths in pixels, largest first. */
const smallerNames = ['2048', '1024'] as const
type SmallerName = (typeof smallerNames)[number]

/** `full`: as large as the original, which takes long to decode. */
export type MezzanineName = 'full' | SmallerName

/** At most twice as high as wide, so that a long strip does not make a mezzanine of 100 megapixels. */
const boxes: Record<SmallerName, Size> = {
  '2048': { width: 2048, height: 4096 },
  '1024': { width: 1024, height: 2048 },
}

export type MezzanineSize = Size & { name: MezzanineName }

/**
 * The copies to store, largest first: at most 3/4 of the source's width. None for an animation, since
 * encoding dominates the cost of its renditions (15 frames of 1400 × 1050 to 636 px: 726 ms from the GIF,
 * 745 ms from a WebP of 1024 px, which would take 5 MB of storage).
 */
export function mezzanineSizes(source: SourceImage): MezzanineSize[] {
  if (source.frameCount > 1) return []
  const { width, height } = source
  const smaller = smallerNames
    .map((name) => ({ name, ...sizeInBox(source, boxes[name]) }))
    .filter((size) => 16 * size.width * size.height <= 9 * width * height)
  return needsFullCopy(source) ? [{ name: 'full', width, height }, ...smaller] : smaller
}

/** Only libheif can decode it, which takes about 100 ms per megapixel; JPEG takes 10. */
export const isHeic = ({ contentType }: SourceImage): boolean => contentType === 'image/heic'

const needsFullCopy = (source: SourceImage): boolean => isHeic(source) || (source.decodeMs ?? 0) > 0

/**
 * More than decoding takes for any type, ms of CPU time: AVIF of noise takes 110 ms a megapixel. A file that takes
 * more has data beside its pixels, such as text chunks, or is coded to take long.
 */
const usualMs = { start: 100, perMegapixel: 200 }

/** `decodeMs` of a source whose decoding took this CPU time. */
export function decodeMsOf({ width, height, frameCount }: SourceImage, tookMs: number): number {
  const megapixels = (width * height * frameCount) / 1_000_000
  return tookMs > usualMs.start + usualMs.perMegapixel * megapixels ? Math.round(tookMs) : 0
}

const sizeInBox = (source: Size, box: Size): Size =>
  targetSize({ ...box, fit: 'contain' }, source, Number.POSITIVE_INFINITY)

/**
 * The input for rendering: the smallest mezzanine with at least 5/4 of the pixels of the plan's resize step
 * in both directions, else a full copy, or null for the original. With less, resampling twice is visible: from 1024 to 900 px
 * SSIM is below that of sharp's default from the original (0.989 and 0.993), at 5/4 it is above.
 */
export function chooseInput<M extends Size & { name?: MezzanineName }>(
  plan: Plan,
  mezzanines: readonly M[],
): M | null {
  const wanted = plan.steps.find((step) => step.op === 'resize')
  const isAnimated = plan.steps.some((step) => step.op === 'encode' && step.animated)
  if (!wanted || isAnimated) return null
  return mezzanines
    .filter((size) => size.name === 'full' || isEnough(size, wanted))
    .reduce<M | null>((best, size) => (best && best.width <= size.width ? best : size), null)
}

const isEnough = (size: Size, wanted: Size): boolean =>
  4 * size.width >= 5 * wanted.width && 4 * size.height >= 5 * wanted.height
