import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata } from 'sharp'
import { checkLimits, readHeader } from '../decode/header.js'
import { transcodeHeic } from '../decode/heic/transcode-heic.js'
import { openImage } from '../decode/open-image.js'
import { displayP3, withProfile } from '../decode/profiles/attach.js'
import { fromRaw, isTransparent, type RawPicture, toRaw } from '../decode/raw-picture.js'
import { translateError, unsupportedImage } from '../decode/translate-error.js'
import { fitsLinear, openWorkingSpace } from '../decode/working-space.js'
import type { Size } from '../plan/geometry.js'
import {
  type Mezzanine,
  type MezzanineSize,
  mezzanineSizes,
  needsFullCopy,
} from '../plan/mezzanine.js'
import type { ImageLimits, SourceImage, WebImageType } from '../plan/source.js'
import { resample } from '../resample/resample.js'
import { shrink } from '../resample/shrink.js'

export type MezzanineOptions = { directory: string; limits: ImageLimits }

/**
 * Writes the mezzanines of the stored original into the directory. The caller removes the directory, also
 * after an error. Decodes the original once, in full, in strips.
 *
 * Throws as `inspect` does.
 */
export async function makeMezzanines(
  path: string,
  source: SourceImage,
  options: MezzanineOptions,
): Promise<Mezzanine[]> {
  try {
    checkLimits(source, options.limits)
    const decodable = await openDecodable(path, await readHeader(path), source, options)
    return (await derive(decodable, source, options)).mezzanines
  } catch (error) {
    throw translateError(error)
  }
}

/** The original or, where sharp cannot decode that, its full copy. */
export type Decodable = { path: string; header: Metadata; full: Mezzanine | null }
type Opened = Pick<Decodable, 'path' | 'header'>

export async function openDecodable(
  path: string,
  header: Metadata,
  source: SourceImage,
  { directory, limits }: MezzanineOptions,
): Promise<Decodable> {
  if (!needsFullCopy(source)) return { path, header, full: null }
  const copy = join(directory, 'full')
  await writeFile(copy, await transcodeHeic(path, header, limits.maxPixels))
  const copied = await readHeader(copy)
  const { width, height } = source
  if (copied.width !== width || copied.height !== height) throw unsupportedImage()
  const contentType = copied.format === 'png' ? 'image/png' : 'image/jpeg'
  return {
    path: copy,
    header: copied,
    full: { name: 'full', width, height, contentType, path: copy },
  }
}

type Derived = {
  mezzanines: Mezzanine[]
  /** The pixels of the smallest one that was shrunk; null if there is none. */
  smallest: RawPicture | null
}

export async function derive(
  { full, ...decodable }: Decodable,
  source: SourceImage,
  { directory, limits }: MezzanineOptions,
): Promise<Derived> {
  const sizes = mezzanineSizes(source).filter(({ name }) => name !== 'full')
  const pictures = await shrinkAll(decodable, source, sizes, limits)
  const smaller = await write(pictures, source, directory)
  const smallest = pictures.at(-1)?.picture ?? null
  return { mezzanines: full ? [full, ...smaller] : smaller, smallest }
}

type Named = { name: MezzanineSize['name']; picture: RawPicture }

/**
 * Each copy is made from the previous one, in linear light: Display P3 has the same curve as sRGB. If there is
 * any copy, the whole original is decoded.
 */
async function shrinkAll(
  decodable: Opened,
  source: SourceImage,
  sizes: readonly MezzanineSize[],
  limits: ImageLimits,
): Promise<Named[]> {
  const pictures: Named[] = []
  for (const { name, width, height } of sizes) {
    const larger = pictures.at(-1)?.picture
    const size = { width, height }
    const picture = larger
      ? resample(larger, size)
      : await shrinkOriginal(decodable, source, size, limits)
    pictures.push({ name, picture })
  }
  return pictures
}

async function shrinkOriginal(
  { path, header }: Opened,
  { wideGamut }: SourceImage,
  size: Size,
  limits: ImageLimits,
): Promise<RawPicture> {
  const open = () => openImage(path, { animated: false, limits })
  const gamut = wideGamut ? 'p3' : undefined
  const linear = fitsLinear(header, header.format === 'webp')
  const resampled = linear ? await shrink(open(), header, size, { gamut }) : null
  if (resampled) return resampled
  const image = openWorkingSpace(open(), header, { linear, gamut }).autoOrient()
  return toRaw(image.resize(size.width, size.height, { fit: 'fill' }))
}

async function write(
  pictures: readonly Named[],
  source: SourceImage,
  directory: string,
): Promise<Mezzanine[]> {
  const smallest = pictures.at(-1)?.picture
  if (!smallest) return []
  const encoding = await chooseEncoding(smallest, source)
  return Promise.all(
    pictures.map(async ({ name, picture }) => {
      const path = join(directory, name)
      const encoded = await encoding.encode(picture)
      const staysUncompressed =
        picture === smallest && encoding === lossless && compressesBadly(picture, encoded)
      const bytes = staysUncompressed ? await encodeUncompressed(picture) : encoded
      await writeFile(path, withProfile(bytes, source.wideGamut ? displayP3 : null))
      const { width, height } = picture
      return { name, width, height, contentType: encoding.contentType, path }
    }),
  )
}

type Encode = (picture: RawPicture) => Promise<Buffer>
type Encoding = { contentType: WebImageType; encode: Encode }

// Standard Huffman tables: a quarter of the time (22 ms for 85 at 2048 px) for 4 % more bytes.
const lossy: Encoding = {
  contentType: 'image/jpeg',
  encode: (picture) =>
    fromRaw(picture)
      .removeAlpha()
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
      .toBuffer(),
}

const toPng = (compressionLevel: number) => (picture: RawPicture) =>
  fromRaw(picture).png({ compressionLevel }).toBuffer()

// Lossless WebP is 10 to 40 % smaller, but takes twice as long to decode and more to encode.
const lossless: Encoding = { contentType: 'image/png', encode: toPng(6) }

/**
 * Most renditions are made from the smallest copy. Uncompressed, a picture that is half transparent in each pixel decodes in
 * 1.5 ms instead of 8, and has 1.6 MB more.
 */
const encodeUncompressed: Encode = toPng(0)

const compressesBadly = ({ data }: RawPicture, compressed: Buffer): boolean =>
  compressed.length > 0.4 * data.length

/**
 * Screenshots and drawings have no JPEG noise and compress well losslessly. Up to this ratio they stay
 * lossless.
 */
const maxLosslessRatio = 2

const losslessTypes = new Set(['image/png', 'image/gif', 'image/tiff'])

async function chooseEncoding(picture: RawPicture, source: SourceImage): Promise<Encoding> {
  if (isTransparent(picture)) return lossless
  if (!losslessTypes.has(source.contentType)) return lossy
  const sizeIn = async ({ encode }: Encoding) => (await encode(picture)).length
  return (await sizeIn(lossless)) <= maxLosslessRatio * (await sizeIn(lossy)) ? lossless : lossy
}
