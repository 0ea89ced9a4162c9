import sharp from 'sharp'
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

/** Small pictures that claim another size. */
export async function lies(files: ReadonlyMap<string, Buffer>): Promise<HostileFile[]> {
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const jpegOf = (sides: number[]) => patched(file('JPEG'), sof, 5, sides)
  const webpOf = (sides: number[]) => patched(file('WebP'), vp8, 3, sides)
  const avifOf = (...sides: number[][]) => patched(file('AVIF'), ispe, 8, sides.flat())
  const transparent = await sharp({
    create: { width: 40, height: 30, channels: 4, background: '#f008' },
  })
    .webp()
    .toBuffer()
  return [
    ...refused('IMAGE_TOO_LARGE', {
      'JPEG of 65,500 × 65,500': jpegOf([...huge, ...huge]),
    }),
    ...refused('UNSUPPORTED_IMAGE', {
      'JPEG of no height': jpegOf([0, 0, 0, 40]),
      'JPEG of no width': jpegOf([0, 30, 0, 0]),
      'WebP of no size': webpOf([0, 0, 0, 0]),
      'AVIF of no size': avifOf(Array(8).fill(0)),
      'PNG of no size': pngHeader(0, 0),
      'PNG without pixels': pngHeader(10, 10),
    }),
    ...named({
      'JPEG wider than its data': jpegOf([0, 30, ...huge]),
      'WebP larger than its data': webpOf([0xff, 0x3f, 0xff, 0x0f]),
      'WebP of a huge canvas': patched(transparent, Buffer.from('VP8X'), 12, Array(6).fill(0xff)),
      'AVIF of 65,500 × 65,500': avifOf([0, 0, ...huge], [0, 0, ...huge]),
      'AVIF larger than its data': avifOf(side32(400), side32(300)),
      'AVIF smaller than its data': avifOf(side32(4), side32(3)),
      // libnsgif uses the frame's size if the size of the screen is implausibly large.
      'GIF of a huge screen': gif({ width: 65_535, height: 65_535 }, [dot]),
      'PNG of 2^31 − 1 squared': pngHeader(2 ** 31 - 1, 2 ** 31 - 1),
    }),
  ]
}
