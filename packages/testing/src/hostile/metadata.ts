import { withJpegProfile, withJpegSegment, withPngChunk, withPngProfile } from './containers.js'
import { type HostileFile, named } from './hostile-file.js'

/** EXIF and ICC data with false values, loops or missing ends, in files with valid pixels. */
export function brokenMetadata(files: ReadonlyMap<string, Buffer>): HostileFile[] {
  const jpeg = files.get('JPEG') ?? Buffer.alloc(0)
  const png = files.get('PNG') ?? Buffer.alloc(0)
  const both = (what: string, tiff: Buffer) => ({
    [`JPEG, EXIF ${what}`]: withJpegSegment(jpeg, 0xe1, Buffer.concat([exifMark, tiff])),
    [`PNG, EXIF ${what}`]: withPngChunk(png, 'eXIf', tiff),
  })
  const profiled = (what: string, profile: Buffer) => ({
    [`JPEG, ICC ${what}`]: withJpegProfile(jpeg, profile),
    [`PNG, ICC ${what}`]: withPngProfile(png, profile),
  })
  return named({
    ...both('without content', Buffer.alloc(0)),
    ...both('of random bytes', Buffer.from('not a TIFF header at all')),
    ...both('of orientation 0', tiff([orientation(0)])),
    ...both('of orientation 65,535', tiff([orientation(65_535)])),
    ...both('whose orientation is a text', tiff([{ tag: 0x0112, type: 2, count: 4, value: 6 }])),
    ...both('of 2^32 − 1 values', tiff([{ tag: 0x0112, type: 3, count: 2 ** 32 - 1, value: 8 }])),
    ...both(
      'that points behind its end',
      tiff([{ tag: 0x8769, type: 4, count: 1, value: 2 ** 31 }]),
    ),
    ...both('that contains itself', tiff([{ tag: 0x8769, type: 4, count: 1, value: 8 }])),
    ...both('whose next is itself', tiff([orientation(6)], 8)),
    ...both('of an unknown type', tiff([{ tag: 0x0112, type: 99, count: 1, value: 6 }])),
    ...both('of 5,000 entries, cut off', tiff([orientation(6)]).fill(0x13, 8, 10)),
    ...profiled('of random bytes', Buffer.alloc(600, 'profile')),
    ...profiled('of a header alone', iccHeader(128)),
    ...profiled('that claims 2 GB', iccHeader(2 ** 31 - 1)),
    ...profiled('of 2^32 − 1 tags', Buffer.concat([iccHeader(132), Buffer.alloc(4, 0xff)])),
    ...profiled('for CMYK', iccHeader(132, 'CMYK')),
    'JPEG, ICC piece 3 of 2': withJpegSegment(
      jpeg,
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0\x03\x02', 'latin1'), iccHeader(128)]),
    ),
    'JPEG, ICC piece 0 of 0': withJpegSegment(
      jpeg,
      0xe2,
      Buffer.from('ICC_PROFILE\0\0\0', 'latin1'),
    ),
    'PNG, ICC that does not inflate': withPngChunk(png, 'iCCP', Buffer.from('icc\0\0not zlib')),
    'JPEG, 60 KB of XMP': withJpegSegment(
      jpeg,
      0xe1,
      Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(60_000, '<x>')]),
    ),
  })
}

const exifMark = Buffer.from('Exif\0\0', 'latin1')

type Entry = { tag: number; type: number; count: number; value: number }

const orientation = (value: number): Entry => ({ tag: 0x0112, type: 3, count: 1, value })

/** TIFF 6.0, section 2: one directory, little-endian. */
function tiff(entries: readonly Entry[], next = 0): Buffer {
  const bytes = Buffer.alloc(10 + entries.length * 12 + 4)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(entries.length, 8)
  entries.forEach(({ tag, type, count, value }, i) => {
    const at = 10 + 12 * i
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  })
  bytes.writeUInt32LE(next, bytes.length - 4)
  return bytes
}

/** ICC.1, 7.2. */
function iccHeader(claimedBytes: number, space = 'RGB '): Buffer {
  const header = Buffer.alloc(128)
  header.writeUInt32BE(claimedBytes)
  header.writeUInt32BE(0x02200000, 8)
  header.write(`mntr${space}XYZ `, 12)
  header.write('acsp', 36)
  return header
}
