import { inflateSync } from 'node:zlib'
import { AppError } from '@vitrine/contracts/errors'
import { type Input, readAt } from './file-bytes.js'

/** Texts, profiles and EXIF of a PNG after decompression, bytes. The largest seen in real files have 1 MB. */
const maxMetadataBytes = 4 * 1024 * 1024

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length, type and checksum of a chunk. */
const overheadBytes = 12
/** Bytes that are read at once while the chunks are walked. */
const windowBytes = 64 * 1024

/**
 * libpng decompresses all texts whenever it opens a file: 400 of them, 50 MB of zeros each, took 3.8 s for a picture of
 * 40 × 30 pixels. Other formats do not compress their metadata, so the size of the file bounds them.
 *
 * @throws AppError IMAGE_TOO_COSTLY.
 */
export function checkPngMetadata(input: Input): void {
  if (!readAt(input, 0, signature.length).equals(signature)) return
  let rest = maxMetadataBytes
  for (const { type, position, length } of chunksOf(input)) {
    if (!['tEXt', 'zTXt', 'iTXt', 'iCCP', 'eXIf'].includes(type)) continue
    rest -= overheadBytes + length
    if (rest >= 0) rest -= expansionOf(type, readAt(input, position, length), rest)
    if (rest < 0) {
      throw new AppError(
        'IMAGE_TOO_COSTLY',
        `The PNG has more than ${maxMetadataBytes / 1024 / 1024} MiB of texts and profiles. Save it without metadata.`,
      )
    }
  }
}

type Chunk = { type: string; position: number; length: number }

/** PNG specification, 5.3. Ends with the file, or at a chunk that is not complete. */
function* chunksOf(input: Input): Generator<Chunk> {
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  for (let position = signature.length; ; ) {
    if (position + 8 > start + window.length) {
      start = position
      window = readAt(input, start, windowBytes)
      if (window.length < 8) return
    }
    const length = window.readUInt32BE(position - start)
    const type = window.toString('latin1', position - start + 4, position - start + 8)
    yield { type, position: position + 8, length }
    if (type === 'IEND') return
    position += overheadBytes + length
  }
}

/** How many bytes the compressed part of a chunk adds, or more than `most`. */
function expansionOf(type: string, data: Buffer, most: number): number {
  const compressed = compressedPart(type, data)
  if (compressed === null) return 0
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    // libpng skips a text or a profile that is damaged.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? most + 1 : 0
  }
}

/** PNG specification, 11.3.3.3 and 11.3.4: a name, zero, and the compression; a text has languages, too. */
function compressedPart(type: string, data: Buffer): Buffer | null {
  const name = data.indexOf(0)
  if (name === -1) return null
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(name + 2)
  if (type !== 'iTXt' || data[name + 1] !== 1) return null
  const language = data.indexOf(0, name + 3)
  const keyword = data.indexOf(0, language + 1)
  return language === -1 || keyword === -1 ? null : data.subarray(keyword + 1)
}
