import type { Metadata, Sharp } from 'sharp'
import { isTurned, oriented } from '../decode/orient.js'
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
