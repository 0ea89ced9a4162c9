import { pngChunk, riff, riffChunk, withPngChunk, withPngChunks } from './containers.js'
import { flatPng } from './flat-png.js'
import { flatTiff } from './flat-tiff.js'
import { dot, gif } from './gif.js'
import { type HostileFile, named, refused } from './hostile-file.js'
import { scannedJpeg } from './scanned-jpeg.js'
import { tiledHeic } from './tiled-heic.js'
import { deflatedZeros } from './zeros.js'

/** Small files that decode to a lot of data, or take long to decode. */
export function bombs(files: ReadonlyMap<string, Buffer>): HostileFile[] {
  const png = files.get('PNG') ?? Buffer.alloc(0)
  const zeros = deflatedZeros(100_000_000)
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros])
  const someText = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflatedZeros(100_000)])
  const international = Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), zeros])
  const comment = Buffer.from('Comment\0x', 'latin1')
  const photo = { width: 4000, height: 3000 }
  return [
    ...refused('IMAGE_TOO_LARGE', {
      'PNG of 256 megapixels': largePng(),
      'WebP of 268 megapixels': plainWebp(16_383),
      'progressive JPEG of 1,001 scans': scannedJpeg(1_000, 1_000),
      'GIF of 10,001 frames': gif({ width: 1, height: 1 }, Array(10_001).fill(dot)),
      'GIF of 200 frames of a megapixel': gif({ width: 1000, height: 1000 }, Array(200).fill(dot)),
      'WebP of 10,001 frames': manyFramesWebp(files.get('animated WebP') ?? Buffer.alloc(0)),
    }),
    ...refused('IMAGE_TOO_LARGE', {
      'PNG of 1 × 50,000,000 pixels': stripPng(1, 50_000_000),
      'PNG of 50,000,000 × 1 pixels': stripPng(50_000_000, 1),
    }),
    ...refused('IMAGE_TOO_COSTLY', {
      'PNG, zTXt of 100 MB': withPngChunk(png, 'zTXt', text),
      'PNG, iTXt of 100 MB': withPngChunk(png, 'iTXt', international),
      'PNG, iCCP of 100 MB': withPngChunk(png, 'iCCP', text),
      'PNG, 100 zTXt of 100 KB': withPngChunks(png, 'zTXt', someText, 100),
      'PNG, 300,000 chunks of text': withPngChunks(png, 'tEXt', comment, 300_000),
    }),
    ...named({
      'WebP of 64 megapixels': plainWebp(8_000),
      'progressive JPEG of 100 scans': scannedJpeg(1_000, 99),
      'PNG, 2,000 chunks of text': withPngChunks(png, 'tEXt', comment, 2000),
      'PNG, 600,000 unknown chunks': costlyPng(png),
      'PNG, 400 MB behind its pixels': withSurplusPixels(400_000_000),
      'TIFF, 100 MB behind its pixels': flatTiff({
        width: 40,
        height: 30,
        rowsPerStrip: 30,
        strip: zeros,
      }),
      'TIFF of 30,000 strips': flatTiff({
        width: 30_000,
        height: 1000,
        rowsPerStrip: 1,
        strip: deflatedZeros(30_000),
      }),
      'HEIC of one tile in 10,000 places': tiledHeic(100, 100, { ...photo, items: 1 }),
      'HEIC of 400 large tiles in a small picture': tiledHeic(20, 20, {
        width: 64,
        height: 48,
        items: 1,
      }),
      'HEIC whose grid is its own tile': tiledHeic(2, 2, { ...photo, isLoop: true }),
      'HEIC larger than its tiles': tiledHeic(1, 1, { width: 6000, height: 4000 }),
    }),
  ]
}

/** The PNG with 10 MB that mean nothing: it takes half a second of CPU time to decode. */
export const costlyPng = (png: Buffer): Buffer =>
  withPngChunks(png, 'abCd', Buffer.alloc(5), 600_000)

/** A small picture whose decoder reads on behind its last row. */
const withSurplusPixels = (byteCount: number): Buffer => {
  const small = flatPng({ width: 40, height: 30, bitDepth: 8, channels: 3, isInterlaced: false })
  const header = small.subarray(0, small.indexOf('IDAT') - 4)
  const pixels = pngChunk('IDAT', deflatedZeros(byteCount))
  return Buffer.concat([header, pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** A valid grey picture of one row or column. */
const stripPng = (width: number, height: number): Buffer =>
  flatPng({ width, height, bitDepth: 8, channels: 1, isInterlaced: false })

/** A valid picture of 16,000 × 16,000 black pixels in a megabyte. */
export const largePng = (): Buffer =>
  flatPng({ width: 16_000, height: 16_000, bitDepth: 8, channels: 3, isInterlaced: false })

function manyFramesWebp(animation: Buffer): Buffer {
  const first = animation.indexOf('ANMF')
  const end = first + 8 + animation.readUInt32LE(first + 4)
  const frame = animation.subarray(first, end + (end % 2))
  return riff(animation.subarray(12, first), ...Array(10_001).fill(frame))
}

/** A valid lossless square of one colour in 40 bytes: its pixels take no bits (RFC 9649, 3.7). */
function plainWebp(side: number): Buffer {
  const bits = new BitWriter()
  bits.write(0x2f, 8)
  bits.write(side - 1, 14)
  bits.write(side - 1, 14)
  bits.write(0, 4) // no alpha, version 0
  bits.write(0, 3) // no transform, no colour cache, no meta prefix codes
  // Five simple prefix codes (green, red, blue, alpha, distance) of one symbol each.
  for (let code = 0; code < 5; code++) {
    bits.write(1, 1) // simple
    bits.write(0, 1) // one symbol
    bits.write(0, 1) // of one bit
    bits.write(0, 1)
  }
  return riff(riffChunk('VP8L', bits.bytes()))
}

/** Least significant bit first. */
class BitWriter {
  readonly #bits: number[] = []

  write(value: number, count: number): void {
    for (let i = 0; i < count; i++) this.#bits.push((value >> i) & 1)
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8) + 4)
    this.#bits.forEach((bit, i) => {
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i % 8))
    })
    return bytes
  }
}
