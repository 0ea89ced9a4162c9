/** Files that are made to cost much, to lie, or to break a decoder. */
import { deflateSync } from 'node:zlib'
import { pngChunk, pngHeader, withPngChunk } from './containers.js'
import { gif } from './gif.js'
import { animation, BLUE, noise, plain, RED } from './pictures.js'

export type Hostile = {
  name: string
  bytes: Buffer
  /** What it has to end in; left out: one of the two codes, or a picture. */
  code?: 'UNSUPPORTED_IMAGE' | 'IMAGE_TOO_LARGE'
}

const size = [40, 30] as const

export const wholeFiles: [string, () => Promise<Buffer>][] = [
  [
    'JPEG',
    () =>
      noise(...size)
        .jpeg()
        .toBuffer(),
  ],
  [
    'progressive JPEG',
    () =>
      noise(...size)
        .jpeg({ progressive: true })
        .toBuffer(),
  ],
  [
    'CMYK JPEG',
    () =>
      noise(...size)
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  [
    'PNG',
    () =>
      noise(...size)
        .png()
        .toBuffer(),
  ],
  [
    'interlaced PNG',
    () =>
      noise(...size)
        .png({ progressive: true })
        .toBuffer(),
  ],
  [
    'palette PNG',
    () =>
      plain(...size, RED, 0.5)
        .png({ palette: true })
        .toBuffer(),
  ],
  [
    'WebP',
    () =>
      noise(...size)
        .webp()
        .toBuffer(),
  ],
  [
    'lossless WebP',
    () =>
      noise(...size)
        .webp({ lossless: true })
        .toBuffer(),
  ],
  ['animated WebP', async () => (await animation(...size, [RED, BLUE])).webp().toBuffer()],
  [
    'GIF',
    () =>
      noise(...size)
        .gif()
        .toBuffer(),
  ],
  ['animated GIF', async () => (await animation(...size, [RED, BLUE])).gif().toBuffer()],
  [
    'AVIF',
    () =>
      noise(...size)
        .avif({ effort: 0 })
        .toBuffer(),
  ],
]

const shares = Array.from({ length: 18 }, (_, i) => i / 19)

export const truncations = (name: string, bytes: Buffer): Hostile[] =>
  shares.map((share) => {
    const length = Math.floor(bytes.length * share)
    return {
      name: `${name}, ${length} of ${bytes.length} bytes`,
      bytes: bytes.subarray(0, length),
      code: 'UNSUPPORTED_IMAGE',
    }
  })

/** The first half of them among the headers. The generator is Lehmer's, so that a failure recurs. */
export function corruptions(name: string, bytes: Buffer, count: number): Hostile[] {
  let state = 20_261_121
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  return Array.from({ length: count }, (_, i) => {
    const at = random(i < count / 2 ? Math.min(120, bytes.length) : bytes.length)
    const corrupt = Buffer.from(bytes)
    corrupt[at] = random(256)
    return { name: `${name}, byte ${at} is ${corrupt[at]}`, bytes: corrupt }
  })
}

/** Numbers of a header replaced: what follows the marker, from the offset on. */
function patched(bytes: Buffer, marker: Buffer, offset: number, values: readonly number[]): Buffer {
  const at = bytes.indexOf(marker)
  if (at < 0) throw new Error('the marker to patch at is not there')
  const lie = Buffer.from(bytes)
  lie.set(values, at + offset)
  return lie
}

/** By format, the header of a small picture that claims another size. */
export async function lies(files: ReadonlyMap<string, Buffer>): Promise<Hostile[]> {
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const [huge, none] = [
    [0xff, 0xdc],
    [0, 0],
  ]
  const sof = Buffer.from([0xff, 0xc0])
  const jpegOf = (sides: number[]) => patched(file('JPEG'), sof, 5, sides)
  const vp8 = Buffer.from([0x9d, 0x01, 0x2a])
  const ispe = Buffer.from('ispe')
  const canvas = await noise(...size)
    .ensureAlpha(0.5)
    .webp()
    .toBuffer()
  const side32 = (side: number) => [0, 0, side >> 8, side & 0xff]
  return [
    ['JPEG of 65,500 × 65,500', jpegOf([...huge, ...huge]), 'IMAGE_TOO_LARGE'],
    ['JPEG wider than its data', jpegOf([0, 30, ...huge])],
    ['JPEG of no height', jpegOf([...none, 0, 40]), 'UNSUPPORTED_IMAGE'],
    ['JPEG of no width', jpegOf([0, 30, ...none]), 'UNSUPPORTED_IMAGE'],
    ['WebP larger than its data', patched(file('WebP'), vp8, 3, [0xff, 0x3f, 0xff, 0x0f])],
    ['WebP of no size', patched(file('WebP'), vp8, 3, [0, 0, 0, 0]), 'UNSUPPORTED_IMAGE'],
    ['WebP of a huge canvas', patched(canvas, Buffer.from('VP8X'), 12, Array(6).fill(0xff))],
    ['AVIF of 65,500 × 65,500', patched(file('AVIF'), ispe, 8, [0, 0, ...huge, 0, 0, ...huge])],
    ['AVIF of no size', patched(file('AVIF'), ispe, 8, Array(8).fill(0)), 'UNSUPPORTED_IMAGE'],
    ['AVIF larger than its data', patched(file('AVIF'), ispe, 8, [...side32(400), ...side32(300)])],
    ['AVIF smaller than its data', patched(file('AVIF'), ispe, 8, [...side32(4), ...side32(3)])],
    ['PNG of 2^31 − 1 squared', pngHeader(2 ** 31 - 1, 2 ** 31 - 1)],
    ['PNG of no size', pngHeader(0, 0), 'UNSUPPORTED_IMAGE'],
    ['PNG without pixels', pngHeader(10, 10), 'UNSUPPORTED_IMAGE'],
    ['GIF of a huge screen', gif({ width: 65_535, height: 65_535 }, [dot])],
  ].map(([name, bytes, code]) => ({ name, bytes, ...(code && { code }) })) as Hostile[]
}

const dot = { left: 0, top: 0, width: 1, height: 1, colour: 0, disposal: 1, delay: 1 } as const

/** Small files that unpack to much. */
export function bombs(png: Buffer): Hostile[] {
  const zeros = deflateSync(Buffer.alloc(100_000_000), { level: 1 })
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros])
  const frames = (count: number) => gif({ width: 1, height: 1 }, Array(count).fill(dot))
  return [
    { name: 'PNG of 256 megapixels', bytes: blankPng(16_000), code: 'IMAGE_TOO_LARGE' },
    { name: 'GIF of 10,001 frames', bytes: frames(10_001), code: 'IMAGE_TOO_LARGE' },
    { name: 'PNG, zTXt of 100 MB', bytes: withPngChunk(png, 'zTXt', text) },
    { name: 'PNG, iCCP of 100 MB', bytes: withPngChunk(png, 'iCCP', text) },
    {
      name: 'PNG, 2,000 chunks of text',
      bytes: Array.from({ length: 2000 }).reduce<Buffer>(
        (file) => withPngChunk(file, 'tEXt', Buffer.from('Comment\0x', 'latin1')),
        png,
      ),
    },
  ]
}

/** A valid square, one bit per pixel: 32 MB of zeros in 31 KB for 16,000. */
function blankPng(side: number): Buffer {
  const start = pngHeader(side, side).subarray(0, 8)
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(side)
  ihdr.writeUInt32BE(side, 4)
  ihdr[8] = 1
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  return Buffer.concat([
    start,
    pngChunk('IHDR', ihdr),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
