import { AppError } from '@vitrine/contracts/errors'
import type { Metadata } from 'sharp'
import type { ImageLimits, ImageType, SourceImage } from '../plan/source.js'
import type { Input } from './file-bytes.js'
import { openImage } from './open-image.js'
import { checkPngMetadata } from './png-metadata.js'
import { refusalOf } from './refused-types.js'
import { checkTiff } from './tiff/check-tiff.js'
import { unsupported, unsupportedImage } from './translate-error.js'

const DEFAULT_MAX_FRAMES = 10_000

/**
 * The number of pixels is checked here: the decoder's own limit gives no figures and counts one frame only.
 *
 * @throws AppError UNSUPPORTED_IMAGE that names the type, if it is a known one that is not accepted; IMAGE_TOO_COSTLY.
 */
export async function readHeader(input: Input): Promise<Metadata> {
  checkTiff(input)
  checkPngMetadata(input)
  const limits = { maxPixels: Number.MAX_SAFE_INTEGER }
  try {
    return await openImage(input, { animated: false, limits }).metadata()
  } catch (error) {
    const refusal = refusalOf(input)
    throw refusal === undefined ? error : unsupported(refusal, error)
  }
}

/** @throws AppError UNSUPPORTED_IMAGE for an image of another type. */
export function describe(header: Metadata): SourceImage {
  const contentType = imageType(header)
  // Several pages in AVIF, HEIC and TIFF are not frames. The primary or first one is shown.
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
  if (format === 'tiff') return 'image/tiff'
  // The same loader reads the headers of AVIF and HEIC, which differ in the codec.
  if (format === 'heif' && compression === 'av1') return 'image/avif'
  if (format === 'heif' && compression === 'hevc') return 'image/heic'
  throw unsupportedImage()
}

/** Called before decoding. @throws AppError IMAGE_TOO_LARGE with the figures. */
export function checkLimits({ width, height, frameCount }: SourceImage, limits: ImageLimits): void {
  const { maxPixels, maxFrames = DEFAULT_MAX_FRAMES, maxSide = Number.POSITIVE_INFINITY } = limits
  if (Math.max(width, height) > maxSide) {
    throw new AppError(
      'IMAGE_TOO_LARGE',
      `The picture has ${width} × ${height} pixels; at most ${maxSide} in each direction are accepted.`,
    )
  }
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
