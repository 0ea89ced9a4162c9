/** An 8-bit sRGB colour with straight alpha. */
export type Rgba = [red: number, green: number, blue: number, alpha: number]

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** The EXIF tag for how the stored pixels are turned for display. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/**
 * The colours of a test picture, in reading order: top left, top right, bottom left, bottom
 * right. None is saturated, so that a conversion through CMYK changes a channel by at most 30
 * levels, and one through JPEG or Display P3 by two or three.
 */
export const cornerColours = {
  red: [200, 60, 60, 255],
  green: [70, 160, 80, 255],
  blue: [60, 80, 180, 255],
  yellow: [220, 200, 80, 255],
} as const satisfies Record<string, Rgba>

export type Corner = keyof typeof cornerColours

export const uprightCorners = ['red', 'green', 'blue', 'yellow'] as const satisfies Corner[]

/** Which displayed quadrant lies at each stored one, both in reading order (EXIF 2.32, 4.6.4). */
const storedQuadrants: Record<Orientation, [number, number, number, number]> = {
  1: [0, 1, 2, 3],
  2: [1, 0, 3, 2],
  3: [3, 2, 1, 0],
  4: [2, 3, 0, 1],
  5: [0, 2, 1, 3],
  6: [1, 3, 0, 2],
  7: [3, 1, 2, 0],
  8: [2, 0, 3, 1],
}

/** The colours as stored, so that applying the orientation shows the upright corners. */
export function storedCorners(orientation: Orientation): Rgba[] {
  return storedQuadrants[orientation].map((quadrant) => colourAt(quadrant))
}

/** The upright colours moved by `steps` quadrants, to distinguish the frames of an animation. */
export function shiftedCorners(steps: number): Rgba[] {
  return uprightCorners.map((_, quadrant) => colourAt((quadrant + steps) % uprightCorners.length))
}

/** Raw RGBA pixels of four flat quadrants, `colours` being in reading order. */
export function paintQuadrants({ width, height }: Size, colours: readonly Rgba[]): Buffer {
  const [topLeft, topRight, bottomLeft, bottomRight] = colours
  if (!topLeft || !topRight || !bottomLeft || !bottomRight) {
    throw new Error(`a picture has four quadrants, but ${colours.length} colours were given`)
  }
  const top = paintRow(width, topLeft, topRight)
  const bottom = paintRow(width, bottomLeft, bottomRight)
  const middle = Math.ceil(height / 2)
  return Buffer.concat(Array.from({ length: height }, (_, y) => (y < middle ? top : bottom)))
}

function paintRow(width: number, left: Rgba, right: Rgba): Buffer {
  const middle = Math.ceil(width / 2)
  return Buffer.concat([
    Buffer.alloc(middle * 4, Buffer.from(left)),
    Buffer.alloc((width - middle) * 4, Buffer.from(right)),
  ])
}

function colourAt(quadrant: number): Rgba {
  const corner = uprightCorners[quadrant]
  if (corner === undefined) throw new Error(`there is no quadrant ${quadrant}`)
  return [...cornerColours[corner]]
}
