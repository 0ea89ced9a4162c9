import type { RenditionRequest } from '../request/rendition-request.js'
import type { Size } from './geometry.js'
import type { Point, SourceImage } from './source.js'
import type { CropStep } from './steps.js'

export type Crop = {
  step: CropStep
  /** Equal crops have equal keys, even if they were requested around different points. */
  key: string
}

const centre: Point = { x: 0.5, y: 0.5 }

/** The point that the request wants in the middle of the crop. */
export function cropPoint({ gravity = 'focal' }: RenditionRequest, source: SourceImage): Point {
  switch (gravity) {
    case 'focal':
      return source.focalPoint ?? centre
    case 'auto':
      return source.salientPoint ?? centre
    case 'center':
      return centre
  }
}

/** Whether the crop is around the centre only because what stands out has not been determined yet. */
export const awaitsPoint = (
  { gravity }: RenditionRequest,
  { salientPoint }: SourceImage,
): boolean => gravity === 'auto' && !salientPoint

/** The crop with the point as near to its middle as the picture allows; null if nothing is cut off. */
export function cropAround({ x, y }: Point, whole: Size, { width, height }: Size): Crop | null {
  if (whole.width === width && whole.height === height) return null
  const left = offset(x, whole.width, width)
  const top = offset(y, whole.height, height)
  const isCentred =
    left === offset(0.5, whole.width, width) && top === offset(0.5, whole.height, height)
  return {
    step: { op: 'crop', left, top, width, height },
    key: isCentred ? 'cover' : `cover-${left}-${top}`,
  }
}

/** Pixels cut off before the crop: the nearest to the wish, the lower one if two are equally near. */
const offset = (point: number, whole: number, side: number): number =>
  Math.min(Math.max(Math.ceil(point * whole - side / 2 - 0.5), 0), whole - side)
