import { AppError } from '@vitrine/errors'
import type { Metadata } from 'sharp'
import { reachesGifTrailer } from './gif-trailer.js'
import { openImage } from './open-image.js'
import type { ImageLimits, ImageType, Source } from './source.js'
import { translateError, unsupportedImage } from './translate-error.js'

const DEFAULT_MAX_FRAMES = 10_000

/**
 * Decodes the file once in full, in strips: a 24-megapixel JPEG takes 9 MB of memory, a progressive
 * one 80, for its coefficients can't be used before the last scan. The type is recognised by
 * content, never by name.
 *
 * Throws AppError UNSUPPORTED_IMAGE (none of the five types, or truncated or broken data),
 * IMAGE_TOO_LARGE (too many pixels or frames; told from the header, before decoding), OVERLOADED
 * (out of time).
 */
export async function inspect(path: string, limits: ImageLimits): Promise<Source> {
  try {
    const source = describe(await readHeader(path))
    checkLimits(source, limits)
    await decode(path, source, limits)
    return source
  } catch (error) {
    throw translateError(error)
  }
}

/** The limit on pixels is left to us: the decoder's own names no figures and sees one frame only. */
const readHeader = (path: string): Promise<Metadata> =>
  openImage(path, { animated: false, limits: { maxPixels: Number.MAX_SAFE_INTEGER } }).metadata()

function describe(header: Metadata): Source {
  const contentType = imageType(header)
  // More than one page in AVIF are alternatives, not frames, of which the primary one is shown.
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
  // HEIC comes through the same loader and differs from AVIF in the codec only.
  if (format === 'heif' && compression === 'av1') return 'image/avif'
  throw unsupportedImage()
}

function checkLimits({ width, height, frameCount }: Source, limits: ImageLimits): void {
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

/** Reads all of the data, shrinking as it goes, so that no more than a strip is ever held. */
async function decode(path: string, source: Source, limits: ImageLimits): Promise<void> {
  const animated = source.frameCount > 1
  await openImage(path, { animated, limits }).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  if (source.contentType === 'image/gif' && !(await reachesGifTrailer(path))) {
    throw unsupportedImage()
  }
}
