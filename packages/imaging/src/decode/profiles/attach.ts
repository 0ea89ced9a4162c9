import { crc32, deflateSync } from 'node:zlib'

/** Display P3 with the curve of sRGB; libvips's built-in profile "p3", 480 bytes. */
export const displayP3 = Buffer.from(
  'AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5kguKocouKP/clPrmS7iTWrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFAAMwBDbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of///k4AAAOaAADAFFhZWiAAAAAAAACD3wAAPb8AAAAAWFlaIAAAAAAAAEq/AACxNwAACrVYWVogAAAAAAAAKDgAABEKAADIeHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb',
  'base64',
)

const jpegStart = 2
/** Length of a PNG's signature and IHDR, bytes. */
const pngStart = 33
/** A JPEG segment has at most 65,535 bytes: its length, the identifier, number and count of the parts, data. */
const maxPart = 65_535 - 2 - 14

/**
 * Inserts the ICC profile into a JPEG or PNG that has none; the pixels stay as they are. sharp attaches a
 * profile only while it converts pixels to it.
 */
export function withProfile(bytes: Buffer, profile: Buffer | null): Buffer {
  if (profile === null) return bytes
  const isPng = bytes[0] === 0x89
  const start = isPng ? pngStart : jpegStart
  const inserted = isPng ? pngChunk(profile) : jpegSegments(profile)
  return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start)])
}

/** ICC.1:2022, B.4. */
function jpegSegments(profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / maxPart)
  const parts = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * maxPart, (index + 1) * maxPart)
    const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0', 'latin1')
    head.writeUInt16BE(part.length + 16, 2)
    return Buffer.concat([head, Buffer.from([index + 1, count]), part])
  })
  return Buffer.concat(parts)
}

/** PNG (third edition), 11.3.2.3: a name, the compression method, the compressed profile. */
function pngChunk(profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
