import type { Metadata } from 'sharp'
import { reachesGifTrailer } from './decode/gif-trailer.js'
import { checkLimits, describe, readHeader } from './decode/header.js'
import { transcodeHeic } from './decode/heic/transcode-heic.js'
import { checkJpegScans } from './decode/jpeg-scans.js'
import { openImage } from './decode/open-image.js'
import { exceedsSrgb } from './decode/profiles/gamut.js'
import { type RawPicture, toRaw } from './decode/raw-picture.js'
import { translateError, unsupportedImage } from './decode/translate-error.js'
import { openWorkingSpace } from './decode/working-space.js'
import { type Described, describePicture } from './describe/describe.js'
import { describedSide } from './describe/small-picture.js'
import {
  type Decodable,
  derive,
  type MezzanineOptions,
  openDecodable,
} from './encode/make-mezzanines.js'
import { checkHeader } from './memory/measure.js'
import { type Mezzanine, needsFullCopy } from './plan/mezzanine.js'
import type { ImageLimits, SourceImage } from './plan/source.js'

/**
 * Decodes the whole file once, in strips: a 24-megapixel JPEG takes 9 MB of memory, a progressive one 80
 * MB, since its coefficients are complete only after the last scan. The type is detected by content, never
 * by name.
 *
 * @throws AppError UNSUPPORTED_IMAGE (another type, or truncated or broken data), IMAGE_TOO_LARGE (too many
 *   pixels, frames or scans; found before decoding).
 */
export async function inspect(path: string, limits: ImageLimits): Promise<SourceImage> {
  try {
    const { source, header } = await accept(path, limits)
    if (needsFullCopy(source)) await transcodeHeic(path, header, limits.maxPixels)
    else await decode(path, source, limits)
    return source
  } catch (error) {
    throw translateError(error)
  }
}

export type Ingested = { source: SourceImage; mezzanines: Mezzanine[]; described: Described }

/**
 * `inspect` and `makeMezzanines` in one: the same decoding detects broken data and produces the mezzanines.
 * The caller removes the directory, also after an error. Throws as `inspect` does.
 *
 * A 12-megapixel JPEG takes 0.2 s of CPU time. One of 24 megapixels takes 100 MB of memory, progressive 170.
 */
export async function ingest(path: string, options: MezzanineOptions): Promise<Ingested> {
  const { limits } = options
  try {
    const { source, header } = await accept(path, limits)
    if (source.frameCount > 1) await decode(path, source, limits)
    const decodable = await openDecodable(path, header, source, options)
    const wideGamut = await exceedsSrgb(decodable.path, decodable.header, source, limits)
    const coloured = wideGamut ? { ...source, wideGamut } : source
    const { mezzanines, smallest } = await derive(decodable, coloured, options)
    const small = smallest ?? (await decodeSmall(decodable, source, limits))
    return { source: coloured, mezzanines, described: await describePicture(small) }
  } catch (error) {
    throw translateError(error)
  }
}

/**
 * The properties that `ingest` determines, of a picture that has been stored, from its original or a mezzanine.
 *
 * @throws as `inspect` does.
 */
export async function describeStored(path: string, limits: ImageLimits): Promise<Described> {
  try {
    const { header, source } = await accept(path, limits)
    return await describePicture(await decodeSmall({ path, header }, source, limits))
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

/** The first frame, upright. All data of a still picture are decoded. */
function decodeSmall(
  { path, header }: Pick<Decodable, 'path' | 'header'>,
  { frameCount }: SourceImage,
  limits: ImageLimits,
): Promise<RawPicture> {
  const opened = openImage(path, { animated: false, limits })
  const frame = openWorkingSpace(opened, header, { linear: false })
  const upright = frameCount > 1 ? frame : frame.autoOrient()
  const box = { fit: 'inside', withoutEnlargement: true } as const
  return toRaw(upright.resize(describedSide, describedSide, box))
}

/** Decodes all of the data and shrinks it immediately, so that only a strip is in memory. */
async function decode(path: string, source: SourceImage, limits: ImageLimits): Promise<void> {
  const animated = source.frameCount > 1
  await openImage(path, { animated, limits }).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
}
