import { AppError } from '@vitrine/errors'
import type { Metadata } from 'sharp'
import type { ImageLimits, ImageType, Source } from '../plan/source.js'
import { openImage } from './open-image.js'
import { unsupportedImage } from './translate-error.js'

const DEFAULT_MAX_FRAMES = 10_000

/**
 * The number of pixels is checked here: the decoder's own limit gives no figures and counts one frame only.
 */
export const readHeader = (input: Buffer | string): Promise<Metadata> =>
  openImage(input, { animated: false, limits: { maxPixels: Number.MAX_SAFE_INTEGER } }).metadata()

/** @throws AppError UNSUPPORTED_IMAGE for an image of another type. */
export function describe(header: Metadata): Source {
  const contentType = imageType(header)
  // Several pages in AVIF are alternatives, not frames. The primary one is shown.
  const isMultiFrame = contentType === 'image/gif' || contentType === 'image/webp'
  const frameCount = isMultiFrame ? (header.pages ?? 1) : 1
  // An animation isn't turned, neither here nor in its renditions.
  const { width, height } = frameCount > 1 ? header : header.autoOrient
  return { contentType, width, height, frameCount, hasAlpha: header.hasAlpha }
}

function imageType({ format, compression }: Metadata): ImageType {
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') {
    return `image/${format}`
  }
  // HEIC uses the same loader and differs from AVIF only in the codec.
  if (format === 'heif' && compression === 'av1') return 'image/avif'
  throw unsupportedImage()
}

/** Called before decoding. @throws AppError IMAGE_TOO_LARGE with the figures. */
export function checkLimits({ width, height, frameCount }: Source, limits: ImageLimits): void {
  const { maxPixels, maxFrames = DEFAULT_MAX_FRAMES } = limits
  const frames = frameCount > 1 ? ` × ${frameCount} frames` : ''
  if (width * height * frameCount > maxPixels) {
    throw new AppError(
      'IMAGE_TOO_LARGE',
      `The picture has ${width} × ${height} pixels${frames}; at most ${maxPixels} in all are accepted.`,
    )
  }
  if (frameCount > maxFrames) {
    throw new AppError(
      'IMAGE_TOO_LARGE',
      `The animation has ${frameCount} frames; at most ${maxFrames} are accepted.`,
    )
  }
}
