import sharp from 'sharp'
import { heic } from '../heic.js'
import { pngHeader } from './containers.js'
import { dot, gif } from './gif.js'
import { type HostileFile, named, refused } from './hostile-file.js'

/** Replaces numbers of a header, at an offset from a marker. */
function patched(bytes: Buffer, marker: Buffer, offset: number, values: readonly number[]): Buffer {
  const at = bytes.indexOf(marker)
  if (at < 0) throw new Error('the file does not have the marker to patch at')
  const lie = Buffer.from(bytes)
  lie.set(values, at + offset)
  return lie
}

const sof = Buffer.from([0xff, 0xc0])
const vp8 = Buffer.from([0x9d, 0x01, 0x2a])
const ispe = Buffer.from('ispe')
const huge = [0xff, 0xdc]
const side32 = (side: number) => [0, 0, side >> 8, side & 0xff]

/** Replaces values in the first directory of a little-endian TIFF; counts and types stay. */
function withTiffValues(bytes: Buffer, values: Readonly<Record<number, number>>): Buffer {
  const lie = Buffer.from(bytes)
  const start = lie.readUInt32LE(4)
  for (let entry = 0; entry < lie.readUInt16LE(start); entry += 1) {
    const at = start + 2 + 12 * entry
    const value = values[lie.readUInt16LE(at)]
    if (value === undefined) continue
    if (lie.readUInt16LE(at + 2) === 3 && value < 65_536) lie.writeUInt16LE(value, at + 8)
    else {
      lie.writeUInt16LE(4, at + 2)
      lie.writeUInt32LE(value, at + 8)
    }
  }
  return lie
}

function tiffLoop(bytes: Buffer): Buffer {
  const loop = Buffer.from(bytes)
  const start = loop.readUInt32LE(4)
  loop.writeUInt32LE(start, start + 2 + 12 * loop.readUInt16LE(start))
  return loop
}

/** Small pictures that claim another size. */
export async function lies(files: ReadonlyMap<string, Buffer>): Promise<HostileFile[]> {
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const jpegOf = (sides: number[]) => patched(file('JPEG'), sof, 5, sides)
  const webpOf = (sides: number[]) => patched(file('WebP'), vp8, 3, sides)
  const avifOf = (...sides: number[][]) => patched(file('AVIF'), ispe, 8, sides.flat())
  const heicOf = (...sides: number[][]) => patched(file('HEIC'), ispe, 8, sides.flat())
  const tiffOf = (values: Readonly<Record<number, number>>) => withTiffValues(file('TIFF'), values)
  const transparent = await sharp({
    create: { width: 40, height: 30, channels: 4, background: '#f008' },
  })
    .webp()
    .toBuffer()
  return [
    ...refused('IMAGE_TOO_LARGE', {
      'JPEG of 65,500 × 65,500': jpegOf([...huge, ...huge]),
      'TIFF of 65,500 × 65,500': tiffOf({ 256: 65_500, 257: 65_500 }),
    }),
    ...refused('UNSUPPORTED_IMAGE', {
      'JPEG of no height': jpegOf([0, 0, 0, 40]),
      'JPEG of no width': jpegOf([0, 30, 0, 0]),
      'WebP of no size': webpOf([0, 0, 0, 0]),
      'AVIF of no size': avifOf(Array(8).fill(0)),
      'HEIC of no size': heicOf(Array(8).fill(0)),
      'HEIC grid without its tiles': patched(
        heic('grid'),
        Buffer.from('ispe'),
        28,
        [0, 0, 0x75, 0x30],
      ),
      'TIFF of no size': tiffOf({ 256: 0, 257: 0 }),
      'TIFF higher than its data': tiffOf({ 257: 3000 }),
      'TIFF of JPEG 2000': tiffOf({ 259: 34_712 }),
      'PNG of no size': pngHeader(0, 0),
      'PNG without pixels': pngHeader(10, 10),
    }),
    ...named({
      'JPEG wider than its data': jpegOf([0, 30, ...huge]),
      'WebP larger than its data': webpOf([0xff, 0x3f, 0xff, 0x0f]),
      'WebP of a huge canvas': patched(transparent, Buffer.from('VP8X'), 12, Array(6).fill(0xff)),
      'AVIF of 65,500 × 65,500': avifOf([0, 0, ...huge], [0, 0, ...huge]),
      'HEIC of 65,500 × 65,500': heicOf([0, 0, ...huge], [0, 0, ...huge]),
      'HEIC larger than its data': heicOf(side32(400), side32(300)),
      'HEIC smaller than its data': heicOf(side32(4), side32(3)),
      'TIFF wider than its data': tiffOf({ 256: 4000 }),
      'TIFF of one strip': tiffOf({ 278: 2 ** 31 }),
      'TIFF whose strips are elsewhere': tiffOf({ 273: 2 ** 31 }),
      'TIFF whose next page is itself': tiffLoop(file('TIFF')),
      'AVIF larger than its data': avifOf(side32(400), side32(300)),
      'AVIF smaller than its data': avifOf(side32(4), side32(3)),
      // libnsgif uses the frame's size if the size of the screen is implausibly large.
      'GIF of a huge screen': gif({ width: 65_535, height: 65_535 }, [dot]),
      'PNG of 2^31 − 1 squared': pngHeader(2 ** 31 - 1, 2 ** 31 - 1),
    }),
  ]
}
