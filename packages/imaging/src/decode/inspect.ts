import type { Metadata } from 'sharp'
import { type MezzanineOptions, shrink, write } from '../encode/make-mezzanines.js'
import { checkHeader } from '../memory/measure.js'
import { type Mezzanine, mezzanineSizes } from '../plan/mezzanine.js'
import type { ImageLimits, Source } from '../plan/source.js'
import { reachesGifTrailer } from './gif-trailer.js'
import { checkLimits, describe, readHeader } from './header.js'
import { checkJpegScans } from './jpeg-scans.js'
import { openImage } from './open-image.js'
import { translateError, unsupportedImage } from './translate-error.js'

/**
 * Decodes the whole file once, in strips: a 24-megapixel JPEG takes 9 MB of memory, a progressive one 80
 * MB, since its coefficients are complete only after the last scan. The type is detected by content, never
 * by name.
 *
 * @throws AppError UNSUPPORTED_IMAGE (another type, or truncated or broken data), IMAGE_TOO_LARGE (too many
 *   pixels, frames or scans; found before decoding).
 */
export async function inspect(path: string, limits: ImageLimits): Promise<Source> {
  try {
    const { source } = await accept(path, limits)
    await decode(path, source, limits)
    return source
  } catch (error) {
    throw translateError(error)
  }
}

export type Ingested = { source: Source; mezzanines: Mezzanine[] }

/**
 * `inspect` and `makeMezzanines` in one: the same decoding detects broken data and produces the mezzanines.
 * The caller removes the directory, also after an error. Throws as `inspect` does.
 *
 * A 12-megapixel JPEG takes 0.5 s of CPU time. One of 24 megapixels takes 90 MB of memory, progressive 160.
 */
export async function ingest(path: string, options: MezzanineOptions): Promise<Ingested> {
  const { limits } = options
  try {
    const { source, header } = await accept(path, limits)
    const sizes = mezzanineSizes(source)
    if (sizes.length === 0) await decode(path, source, limits)
    const pictures = await shrink(path, header, sizes, limits)
    return { source, mezzanines: await write(pictures, source, options) }
  } catch (error) {
    throw translateError(error)
  }
}

/** The checks that need no decoding. */
async function accept(path: string, limits: ImageLimits) {
  const header: Metadata = await readHeader(path)
  const source = describe(header)
  checkLimits(source, limits)
  await checkHeader(header, path, null, limits)
  if (source.contentType === 'image/gif' && !(await reachesGifTrailer(path))) {
    throw unsupportedImage()
  }
  if (source.contentType === 'image/jpeg' && header.isProgressive) await checkJpegScans(path)
  return { header, source }
}

/** Decodes all of the data and shrinks it immediately, so that only a strip is in memory. */
async function decode(path: string, source: Source, limits: ImageLimits): Promise<void> {
  const animated = source.frameCount > 1
  await openImage(path, { animated, limits }).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
}
