import sharp from 'sharp'
import { type Corner, cornerColours, type Rgba, uprightCorners } from './quadrants.js'

type Raster = { pixels: Buffer; width: number; height: number }

/**
 * One pixel of the picture as stored (EXIF orientation is not applied), converted to sRGB.
 * `frame` counts from 0.
 *
 * @throws when the point lies outside the picture.
 */
export async function readPixel(file: Buffer, x: number, y: number, frame = 0): Promise<Rgba> {
  return pixelAt(await decode(file, frame), x, y)
}

/**
 * The colour at the centre of each quadrant as stored, in reading order: the nearest of the corner
 * colours, or `clear` if transparent.
 */
export async function readCorners(file: Buffer, frame = 0): Promise<(Corner | 'clear')[]> {
  const raster = await decode(file, frame)
  return [0.25, 0.75].flatMap((down) =>
    [0.25, 0.75].map((across) => {
      const x = Math.floor(raster.width * across)
      return nearestCorner(pixelAt(raster, x, Math.floor(raster.height * down)))
    }),
  )
}

async function decode(file: Buffer, frame: number): Promise<Raster> {
  const { data, info } = await sharp(file, { page: frame })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

function pixelAt({ pixels, width, height }: Raster, x: number, y: number): Rgba {
  const isInside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0
  if (!isInside || x >= width || y >= height) {
    throw new Error(`pixel (${x}, ${y}) lies outside a picture of ${width} × ${height}`)
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray((y * width + x) * 4)
  return [red, green, blue, alpha]
}

function nearestCorner(pixel: Rgba): Corner | 'clear' {
  if (pixel[3] < 128) return 'clear'
  return uprightCorners.reduce((nearest, corner) =>
    distance(pixel, cornerColours[corner]) < distance(pixel, cornerColours[nearest])
      ? corner
      : nearest,
  )
}

function distance(one: Readonly<Rgba>, other: Readonly<Rgba>): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}
