import type { Fit } from '../request/rendition-request.js'

/** Pixels. */
export type Size = { width: number; height: number }

export type SizeRequest = Partial<Size> & { fit: Fit }

/**
 * The size of the result, at most that of the source and `maxSide`. A larger request gives the largest
 * possible picture of the requested ratio (cover, fill), or of the source's (all others).
 */
export function targetSize(request: SizeRequest, source: Size, maxSide: number): Size {
  const { width = source.width, height = source.height } = request
  const keepsSourceRatio =
    request.width === undefined || request.height === undefined || request.fit === 'contain'
  return keepsSourceRatio
    ? scaledIntoBox(source, { width: Math.min(width, maxSide), height: Math.min(height, maxSide) })
    : scaledIntoBox(
        { width, height },
        { width: Math.min(source.width, maxSide), height: Math.min(source.height, maxSide) },
      )
}

/** The size of the whole source when it just covers the target, to which it is then cropped. */
export function coveringSize(target: Size, source: Size): Size {
  return isWider(target, source)
    ? { width: target.width, height: proportional(source.height, target.width, source.width) }
    : { width: proportional(source.width, target.height, source.height), height: target.height }
}

/** The largest size that fits into the box with the same ratio, without upscaling. */
function scaledIntoBox({ width, height }: Size, box: Size): Size {
  if (width <= box.width && height <= box.height) return { width, height }
  return isWider({ width, height }, box)
    ? { width: box.width, height: proportional(height, box.width, width) }
    : { width: proportional(width, box.height, height), height: box.height }
}

/** At least as wide for its height. Products stay below 2^53: one side of each is at most 65,535. */
const isWider = (a: Size, b: Size) => a.width * b.height >= a.height * b.width

const proportional = (side: number, newOther: number, other: number) =>
  Math.max(1, roundedRatio(side * newOther, other))

/**
 * n / d to the nearest integer, half up; exact while 2n + d < 2^53. Floating-point division followed by
 * rounding can be off by one near a half.
 */
export function roundedRatio(n: number, d: number): number {
  const doubled = 2 * n + d
  return (doubled - (doubled % (2 * d))) / (2 * d)
}
