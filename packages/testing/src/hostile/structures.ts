/** Finds where the structures of a file begin: chunks, segments, blocks or boxes. */

/** Offsets of the first byte of each structure, without the start of the file. */
export function structureStarts(bytes: Buffer): number[] {
  if (bytes[0] === 0x89) return pngChunks(bytes)
  if (bytes[0] === 0xff) return jpegMarkers(bytes)
  const magic = bytes.toString('latin1', 0, 4)
  if (magic === 'RIFF') return riffChunks(bytes, 12, bytes.length)
  if (magic === 'GIF8') return gifBlocks(bytes)
  return boxes(bytes, 0, bytes.length)
}

function pngChunks(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) starts.push(at)
  return starts
}

/** Stuffed zeros and restart markers count as data. */
function jpegMarkers(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let at = 2; at + 1 < bytes.length; at++) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) continue
    starts.push(at)
    if (marker !== 0xd9) at += bytes.readUInt16BE(at + 2) + 1
  }
  return starts
}

function riffChunks(bytes: Buffer, from: number, to: number): number[] {
  const starts: number[] = []
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32LE(at + 4)
    starts.push(at)
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') {
      starts.push(...riffChunks(bytes, at + 24, at + 8 + size))
    }
    at += 8 + size + (size % 2)
  }
  return starts
}

/** Extensions and images. Their blocks of data are few, and are cut at offsets within them. */
function gifBlocks(bytes: Buffer): number[] {
  const table = (packed = 0) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)
  const starts = [6, 13]
  let at = 13 + table(bytes[10])
  while (at < bytes.length && bytes[at] !== 0x3b) {
    starts.push(at)
    at += bytes[at] === 0x21 ? 2 : 11 + table(bytes[at + 9])
    while ((bytes[at] ?? 0) !== 0) at += (bytes[at] ?? 0) + 1
    at += 1
  }
  return [...starts, at]
}

const containers = new Set(['meta', 'iprp', 'ipco'])

/** Boxes (ISO/IEC 14496-12, 4.2). `meta` has four more bytes before its content. */
function boxes(bytes: Buffer, from: number, to: number): number[] {
  const starts: number[] = []
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at) || to - at
    const type = bytes.toString('latin1', at + 4, at + 8)
    starts.push(at)
    if (containers.has(type))
      starts.push(...boxes(bytes, at + (type === 'meta' ? 12 : 8), at + size))
    at += size
  }
  return starts.filter((at) => at > 0)
}
