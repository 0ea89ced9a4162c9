import type { Metadata, Sharp } from 'sharp'
import { type RawPicture, toRaw } from '../decode/raw-picture.js'
import { maxResampledPixels, openWorkingSpace } from '../decode/working-space.js'
import type { Size } from '../plan/geometry.js'
import { canResample, resample } from './resample.js'

/**
 * Decodes a whole picture to sRGB or Display P3, which have the same curve, and resizes it in linear light.
 *
 * @param size as displayed, in pixels.
 * @param options.alphaStep alpha becomes a multiple of it; a divisor of 255.
 * @returns null if it is left to libvips: a very large picture, a tiny result, or more than 8 bits per
 *   sample, of which decoding to sRGB would lose some.
 */
export async function shrink(
  image: Sharp,
  header: Metadata,
  size: Size,
  { gamut, alphaStep }: { gamut?: 'p3' | undefined; alphaStep?: number } = {},
): Promise<RawPicture | null> {
  const { width, height, depth, orientation = 1 } = header
  const stored = isTurned(orientation) ? { width: size.height, height: size.width } : size
  const isSmall = width * height <= maxResampledPixels
  if (depth !== 'uchar' || !isSmall || !canResample({ width, height }, stored)) return null
  const opened = openWorkingSpace(image, header, { linear: false, gamut })
  const picture = await toRaw(gamut ? opened : opened.toColourspace('srgb'))
  return oriented(resample(picture, stored, alphaStep), orientation)
}

/** EXIF orientations (TIFF 6.0, tag 274) whose columns or rows run backwards when displayed. */
const mirrored = { columns: [2, 3, 6, 7], rows: [3, 4, 7, 8] }

/** Whether the rows of the stored picture are the columns of the displayed one. */
const isTurned = (orientation: number): boolean => orientation >= 5

/** The displayed picture. Cheap for a small picture; libvips would turn the large one that it is made from. */
function oriented(picture: RawPicture, orientation: number): RawPicture {
  if (orientation === 1) return picture
  const { width, height, channels } = picture
  const turned = isTurned(orientation)
  const size = turned ? { width: height, height: width } : { width, height }
  const data = Buffer.allocUnsafeSlow(picture.data.length)
  const isReversed = (direction: keyof typeof mirrored) => mirrored[direction].includes(orientation)
  // Distances in the stored picture, in pixels: to the next column and to the next row of the upright one.
  const right = turned ? width : 1
  const down = turned ? 1 : width
  const step = { x: isReversed('columns') ? -right : right, y: isReversed('rows') ? -down : down }
  const first =
    (isReversed('columns') ? right * (size.width - 1) : 0) +
    (isReversed('rows') ? down * (size.height - 1) : 0)
  let to = 0
  for (let y = 0; y < size.height; y += 1) {
    let from = (first + y * step.y) * channels
    for (let x = 0; x < size.width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        data[to + channel] = picture.data[from + channel] ?? 0
      }
      to += channels
      from += step.x * channels
    }
  }
  return { data, ...size, channels }
}
