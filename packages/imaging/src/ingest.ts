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
  type MezzanineOptions,
  openDecodable,
  shrinkAll,
  writeFullCopy,
  writeSmaller,
} from './encode/make-mezzanines.js'
import { checkHeader } from './memory/measure.js'
import { decodeMsOf, isHeic, type Mezzanine } from './plan/mezzanine.js'
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
    if (isHeic(source)) await transcodeHeic(path, header, limits.maxPixels)
    else await decode(path, source, limits)
    return source
  } catch (error) {
    throw translateError(error)
  }
}

export type Ingested = { source: SourceImage; mezzanines: Mezzanine[]; described: Described }

/**
 * `inspect`, and writes the mezzanines into the directory: the same decoding detects broken data and produces them. A
 * picture that takes more CPU time than its pixels suggest gets a copy in full size, so that its renditions do not.
 * The caller removes the directory, also after an error. Throws as `inspect` does.
 *
 * A 12-megapixel JPEG takes 0.2 s of CPU time. One of 24 megapixels takes 100 MB of memory, progressive 170.
 */
export async function ingest(path: string, options: MezzanineOptions): Promise<Ingested> {
  const { limits } = options
  const startedMs = cpuMs()
  try {
    const { source, header } = await accept(path, limits)
    const isAnimated = source.frameCount > 1
    if (isAnimated) await decode(path, source, limits)
    const decodable = await openDecodable(path, header, source, options)
    const wideGamut = await exceedsSrgb(decodable.path, decodable.header, source, limits)
    const coloured = wideGamut ? { ...source, wideGamut } : source
    const pictures = await shrinkAll(decodable, coloured, limits)
    const small = pictures.at(-1)?.picture ?? (await decodeSmall(decodable, source, limits))
    const decodeMs = decodeMsOf(source, cpuMs() - startedMs)
    const full =
      decodeMs > 0 && !isAnimated && decodable.full === null
        ? await writeFullCopy(decodable, coloured, small, options)
        : decodable.full
    const smaller = await writeSmaller(pictures, coloured, options.directory)
    return {
      source: decodeMs > 0 ? { ...coloured, decodeMs } : coloured,
      mezzanines: full === null ? smaller : [full, ...smaller],
      described: await describePicture(small),
    }
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

/** CPU time of this process so far, ms. It processes one picture at a time. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
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
