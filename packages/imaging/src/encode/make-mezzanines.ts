import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { readHeader } from '../decode/header.js'
import { transcodeHeic } from '../decode/heic/transcode-heic.js'
import { openImage } from '../decode/open-image.js'
import { displayP3, withProfile } from '../decode/profiles/attach.js'
import { fromRaw, isTransparent, type RawPicture, toRaw } from '../decode/raw-picture.js'
import { unsupportedImage } from '../decode/translate-error.js'
import { fitsLinear, openWorkingSpace } from '../decode/working-space.js'
import type { Size } from '../plan/geometry.js'
import { isHeic, type Mezzanine, type MezzanineSize, mezzanineSizes } from '../plan/mezzanine.js'
import type { ImageLimits, SourceImage, WebImageType } from '../plan/source.js'
import { resample } from '../resample/resample.js'
import { shrink } from '../resample/shrink.js'

export type MezzanineOptions = { directory: string; limits: ImageLimits }

/** The original or, where sharp cannot decode that, its full copy. */
export type Decodable = { path: string; header: Metadata; full: Mezzanine | null }
type Opened = Pick<Decodable, 'path' | 'header'>

export async function openDecodable(
  path: string,
  header: Metadata,
  source: SourceImage,
  { directory, limits }: MezzanineOptions,
): Promise<Decodable> {
  if (!isHeic(source)) return { path, header, full: null }
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

/** The pixels of a smaller copy. */
export type Shrunk = { name: MezzanineSize['name']; picture: RawPicture }

/**
 * The smaller copies, largest first. Each is made from the previous one, in linear light: Display P3 has the same curve as
 * sRGB. If there is any copy, the whole original is decoded.
 */
export async function shrinkAll(
  decodable: Opened,
  source: SourceImage,
  limits: ImageLimits,
): Promise<Shrunk[]> {
  const pictures: Shrunk[] = []
  const sizes = mezzanineSizes(source).filter(({ name }) => name !== 'full')
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

/**
 * A copy in full size, encoded as the others would be. It takes a second decoding, in strips; a picture that is turned is
 * held as a whole.
 */
export async function writeFullCopy(
  { path, header }: Opened,
  source: SourceImage,
  small: RawPicture,
  { directory, limits }: MezzanineOptions,
): Promise<Mezzanine> {
  const { width, height, wideGamut } = source
  const encoding = await chooseEncoding(small, source)
  const opened = openImage(path, { animated: false, limits })
  const gamut = wideGamut ? 'p3' : undefined
  const upright = openWorkingSpace(opened, header, { linear: false, gamut }).autoOrient()
  const copy = join(directory, 'full')
  await encoding.encode(upright).toFile(copy)
  return { name: 'full', width, height, contentType: encoding.contentType, path: copy }
}

export async function writeSmaller(
  pictures: readonly Shrunk[],
  source: SourceImage,
  directory: string,
): Promise<Mezzanine[]> {
  const smallest = pictures.at(-1)?.picture
  if (!smallest) return []
  const encoding = await chooseEncoding(smallest, source)
  return Promise.all(
    pictures.map(async ({ name, picture }) => {
      const path = join(directory, name)
      const encoded = await encoding.encode(fromRaw(picture)).toBuffer()
      const staysUncompressed =
        picture === smallest && encoding === lossless && compressesBadly(picture, encoded)
      const bytes = staysUncompressed ? await toPng(0)(fromRaw(picture)).toBuffer() : encoded
      await writeFile(path, withProfile(bytes, source.wideGamut ? displayP3 : null))
      const { width, height } = picture
      return { name, width, height, contentType: encoding.contentType, path }
    }),
  )
}

type Encoding = { contentType: WebImageType; encode: (image: Sharp) => Sharp }

// Standard Huffman tables: a quarter of the time (22 ms for 85 at 2048 px) for 4 % more bytes.
const lossy: Encoding = {
  contentType: 'image/jpeg',
  encode: (image) =>
    image.removeAlpha().jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false }),
}

/**
 * Most renditions are made from the smallest copy. Uncompressed, a picture that is half transparent in each pixel decodes in
 * 1.5 ms instead of 8, and has 1.6 MB more.
 */
const toPng = (compressionLevel: number) => (image: Sharp) => image.png({ compressionLevel })

// Lossless WebP is 10 to 40 % smaller, but takes twice as long to decode and more to encode.
const lossless: Encoding = { contentType: 'image/png', encode: toPng(6) }

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
  const sizeIn = async ({ encode }: Encoding) => (await encode(fromRaw(picture)).toBuffer()).length
  return (await sizeIn(lossless)) <= maxLosslessRatio * (await sizeIn(lossy)) ? lossless : lossy
}
