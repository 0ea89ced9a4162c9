import sharp, { type Sharp } from 'sharp'
import { heic } from '../heic.js'
import { createRandom } from '../random.js'

const size = { width: 40, height: 30 }

/** Pixels of noise, so that the compressed data is long enough to be cut at many offsets. */
function noise(frames = 1, channels: 3 | 4 = 3): Sharp {
  const { width, height } = size
  const random = createRandom(1)
  const pixels = Buffer.from(
    Array.from({ length: width * height * frames * channels }, () => random.int(0, 255)),
  )
  const pages = frames > 1 ? { pageHeight: height } : {}
  return sharp(pixels, { raw: { width, height: height * frames, channels, ...pages } })
}

const encodings: Record<string, () => Sharp> = {
  JPEG: () => noise().jpeg(),
  'progressive JPEG': () => noise().jpeg({ progressive: true }),
  'CMYK JPEG': () => noise().toColourspace('cmyk').jpeg(),
  PNG: () => noise().png(),
  'interlaced PNG': () => noise().png({ progressive: true }),
  'palette PNG': () => noise(1, 4).png({ palette: true }),
  WebP: () => noise().webp(),
  'lossless WebP': () => noise().webp({ lossless: true }),
  'animated WebP': () => noise(2).webp(),
  GIF: () => noise().gif(),
  'animated GIF': () => noise(2).gif(),
  AVIF: () => noise().avif({ effort: 0 }),
  TIFF: () => noise().tiff({ compression: 'lzw' }),
  'TIFF of 16 bits': () => noise().toColourspace('rgb16').tiff({ compression: 'deflate' }),
}

/** An intact file of every accepted kind, by name, of 40 × 30 pixels each. */
export async function wholeFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = Object.entries(encodings).map(
    async ([name, encode]) => [name, await encode().toBuffer()] as const,
  )
  return new Map([...(await Promise.all(files)), ['HEIC', heic('noise')]])
}
