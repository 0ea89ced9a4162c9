type FlatTiff = {
  width: number
  height: number
  /** Deflated rows. Each strip refers to the same ones. */
  strip: Buffer
  rowsPerStrip: number
}

const types = { short: 3, long: 4 }

/** A grey TIFF with 8 bits, compressed by Deflate (TIFF 6.0, section 2). */
export function flatTiff({ width, height, strip, rowsPerStrip }: FlatTiff): Buffer {
  const count = Math.ceil(height / rowsPerStrip)
  const entryCount = 9
  const offsetsAt = 8 + 2 + 12 * entryCount + 4
  const sizesAt = offsetsAt + 4 * count
  const stripAt = sizesAt + 4 * count
  const inline = (value: number, place: number) => (count === 1 ? value : place)
  const entries = [
    [256, types.long, 1, width],
    [257, types.long, 1, height],
    [258, types.short, 1, 8],
    [259, types.short, 1, 8],
    [262, types.short, 1, 1],
    [273, types.long, count, inline(stripAt, offsetsAt)],
    [277, types.short, 1, 1],
    [278, types.long, 1, rowsPerStrip],
    [279, types.long, count, inline(strip.length, sizesAt)],
  ] as const
  const head = Buffer.alloc(stripAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entryCount, 8)
  entries.forEach(([tag, type, length, value], i) => {
    const at = 10 + 12 * i
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(length, at + 4)
    head.writeUInt32LE(value, at + 8)
  })
  for (let i = 0; i < count; i++) {
    head.writeUInt32LE(stripAt, offsetsAt + 4 * i)
    head.writeUInt32LE(strip.length, sizesAt + 4 * i)
  }
  return Buffer.concat([head, strip])
}
