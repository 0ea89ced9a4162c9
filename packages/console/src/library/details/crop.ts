export type Point = { x: number; y: number }
export type Crop = { left: number; top: number; width: number; height: number }

type Size = { width: number; height: number }

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/**
 * The part of a picture that delivery keeps for a ratio: the largest one with the point as near to its middle as the
 * picture allows. In fractions of the picture.
 *
 * @param ratio width by height.
 */
export function cropOf({ width, height }: Size, ratio: number, { x, y }: Point): Crop {
  const part = ratio / (width / height)
  const side = { width: Math.min(1, part), height: Math.min(1, 1 / part) }
  return {
    ...side,
    left: clamp(x - side.width / 2, 1 - side.width),
    top: clamp(y - side.height / 2, 1 - side.height),
  }
}

/** Moves a point by a key; null for other keys. Shift moves ten times as far. */
export function movedBy({ x, y }: Point, key: string, isFar: boolean): Point | null {
  const step = isFar ? 0.1 : 0.01
  const steps: ReadonlyMap<string, Point> = new Map([
    ['ArrowLeft', { x: -step, y: 0 }],
    ['ArrowRight', { x: step, y: 0 }],
    ['ArrowUp', { x: 0, y: -step }],
    ['ArrowDown', { x: 0, y: step }],
  ])
  const by = steps.get(key)
  return by === undefined ? null : pointAt(x + by.x, y + by.y)
}

/** A point of the picture, in steps of a thousandth. */
export const pointAt = (x: number, y: number): Point => ({
  x: Math.round(clamp(x, 1) * 1000) / 1000,
  y: Math.round(clamp(y, 1) * 1000) / 1000,
})
