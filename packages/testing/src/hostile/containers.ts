/** Inserts data into the containers of image files. */
import { crc32, deflateSync } from 'node:zlib'

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

const signatureAndHeader = 33 // of a PNG, in bytes: up to the end of IHDR

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return chunk
}

export const withPngChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  withPngChunks(png, type, data, 1)

/** The same chunk several times. */
export const withPngChunks = (png: Buffer, type: string, data: Buffer, count: number): Buffer =>
  Buffer.concat([
    png.subarray(0, signatureAndHeader),
    ...Array<Buffer>(count).fill(pngChunk(type, data)),
    png.subarray(signatureAndHeader),
  ])

export const withPngProfile = (png: Buffer, profile: Buffer): Buffer =>
  withPngChunk(png, 'iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]))

/** A PNG that ends before its pixel data. */
export function pngHeader(width: number, height: number): Buffer {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width)
  ihdr.writeUInt32BE(height, 4)
  ihdr.set([8, 2, 0, 0, 0], 8) // 8 bits, RGB
  const dataStart = Buffer.from('000fffff49444154', 'hex')
  return Buffer.concat([pngSignature, pngChunk('IHDR', ihdr), dataStart])
}

/** Inserts a segment after the start of the image; `marker` is `0xe2` for APP2. */
export function withJpegSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** Splits a profile into numbered segments (ICC.1, B.4). */
export function withJpegProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const pieceSize = 65_000
  const count = Math.ceil(profile.length / pieceSize)
  // Each segment is inserted at the start of the file, so the last one comes first.
  return Array.from({ length: count }, (_, i) => count - i).reduce(
    (file, number) =>
      withJpegSegment(
        file,
        0xe2,
        Buffer.concat([
          Buffer.from('ICC_PROFILE\0', 'latin1'),
          Buffer.from([number, count]),
          profile.subarray((number - 1) * pieceSize, number * pieceSize),
        ]),
      ),
    jpeg,
  )
}

/** Padded to an even length. */
export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export const riff = (...chunks: Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
