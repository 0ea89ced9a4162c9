import { type Input, readAt } from '../decode/file-bytes.js'

/** The metadata comes first, and is small. */
const startBytes = 64 * 1024

/** The properties in the boxes of an AVIF or HEIC. A file with false ones meets the hard limit of its process. */
type HeifBoxes = {
  /** The most of all items, without alpha: 1 to 3. */
  samplesPerPixel: number
  /** Pixels of the largest tile by those of the whole; 1 if the primary item is not put together of others. */
  tileShare: number
}

export function readHeifBoxes(input: Input): HeifBoxes {
  const start = readAt(input, 0, startBytes)
  const samples = [
    ...contentsOf(start, 'av1C').map(samplesOfAv1),
    ...contentsOf(start, 'hvcC').map(samplesOfHevc),
  ]
  return {
    samplesPerPixel: Math.max(...samples, 0) || 3,
    tileShare: isTiled(start) ? tileShareOf(start) : 1,
  }
}

/** The bytes behind each occurrence of the name of a box. */
function contentsOf(start: Buffer, name: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = start.indexOf(name); at >= 0; at = start.indexOf(name, at + 4)) {
    found.push(start.subarray(at + 4))
  }
  return found
}

/** AV1-ISOBMFF, 2.3.3: one bit each for monochrome and for chroma of half the width and half the height. */
function samplesOfAv1(content: Buffer): number {
  const bits = content[2] ?? 0
  const isMonochrome = (bits & 0x10) !== 0
  const isHalfWidth = (bits & 0x08) !== 0
  const isHalfHeight = (bits & 0x04) !== 0
  return isMonochrome ? 1 : 1 + 2 / ((isHalfWidth ? 2 : 1) * (isHalfHeight ? 2 : 1))
}

/** ISO/IEC 14496-15, 8.3.3: the last two bits of the byte are `chroma_format_idc`. */
const samplesOfHevc = (content: Buffer): number => [1, 1.5, 2, 3][(content[16] ?? 3) & 3] ?? 3

/** ISO/IEC 23008-12, 6.5.3: `ispe` has the size of an item. The whole is the largest, and thumbnails are smaller than tiles. */
function tileShareOf(start: Buffer): number {
  const areas = contentsOf(start, 'ispe')
    .filter(({ length }) => length >= 12)
    .map((size) => size.readUInt32BE(4) * size.readUInt32BE(8))
  const whole = Math.max(...areas)
  const tile = Math.max(...areas.filter((area) => area < whole))
  return tile > 0 ? tile / whole : 1
}

/** ISO/IEC 14496-12, 8.11: the type of the item that `pitm` names. */
function isTiled(start: Buffer): boolean {
  const [primary] = contentsOf(start, 'pitm')
  const id = primary && idAt(primary, primary[0] === 0)
  return contentsOf(start, 'infe').some((item) => {
    const isShort = item[0] === 2
    const type = item.toString('latin1', isShort ? 8 : 10, isShort ? 12 : 14)
    return type === 'grid' && idAt(item, isShort) === id
  })
}

/** Behind the version and the flags. @returns null beyond the end. */
function idAt(content: Buffer, isShort: boolean): number | null {
  if (content.length < 8) return null
  return isShort ? content.readUInt16BE(4) : content.readUInt32BE(4)
}
