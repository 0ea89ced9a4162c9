import { type Input, readAt } from '../file-bytes.js'
import { unsupported } from '../translate-error.js'
import { type Directory, readFirstDirectory } from './directory.js'

const tags = {
  isReduced: 254,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  samplesPerPixel: 277,
  tileWidth: 322,
  sampleFormat: 339,
  cameraRaw: 50_706,
} as const

/** None, LZW, Deflate by either number, PackBits. */
const compressions = new Set([1, 5, 8, 32_946, 32_773])
/** White or black is zero, RGB, palette, CMYK. */
const photometrics = new Set([0, 1, 2, 3, 5])
const unsigned = 1
const depths = new Set([1, 2, 4, 8, 16])
const maxSamples = 5

/**
 * libtiff decodes dozens of variants, most of its vulnerabilities were in the rare ones, and one of libvips's
 * own was in tiles of JPEG. So only what cameras, scanners and image editors write is passed on to it.
 *
 * Does nothing for other types. Called before any other code reads the file.
 *
 * @throws AppError UNSUPPORTED_IMAGE that says how to save the file.
 */
export function checkTiff(input: Input): void {
  const start = readAt(input, 0, 4).toString('latin1')
  if (!/^(II|MM)/.test(start)) return
  const directory = readFirstDirectory(input)
  const problem = directory === null ? brokenOr(start) : problemOf(directory)
  if (problem) throw unsupported(`The file ${problem}.`)
}

const advice = 'Save it as JPEG or PNG'

const brokenOr = (start: string): string =>
  start === 'II+\0' || start === 'MM\0+'
    ? 'is a BigTIFF, which is not accepted. Save it as TIFF, JPEG or PNG'
    : 'is not an intact TIFF picture'

function problemOf(values: Directory): string | null {
  const one = (tag: number, fallback: number): number => values.get(tag)?.[0] ?? fallback
  if (values.has(tags.cameraRaw) || (one(tags.isReduced, 0) & 1) !== 0) {
    return `is a raw photo of a camera, which must be developed first. ${advice}`
  }
  if (!compressions.has(one(tags.compression, 1))) {
    return 'is a TIFF with a compression that is not accepted. Save it with LZW, ZIP or no compression, or as JPEG or PNG'
  }
  if (values.has(tags.tileWidth))
    return 'is a TIFF made of tiles. Save it in strips, or as JPEG or PNG'
  const isCommon =
    photometrics.has(one(tags.photometric, -1)) &&
    one(tags.samplesPerPixel, 1) <= maxSamples &&
    (values.get(tags.bitsPerSample) ?? [1]).every((bits) => depths.has(bits)) &&
    (values.get(tags.sampleFormat) ?? [unsigned]).every((format) => format === unsigned)
  return isCommon
    ? null
    : 'is a TIFF in a colour space or depth that is not accepted. Save it in grey, RGB or CMYK with 8 or 16 bits per channel'
}
