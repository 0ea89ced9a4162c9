import { createReadStream } from 'node:fs'
import { ByteCursor } from './byte-cursor.js'

const IMAGE = 0x2c
const EXTENSION = 0x21
const TRAILER = 0x3b
/** Not in the standard, but some encoders write it between blocks, and browsers skip it. */
const PADDING = 0x00

/**
 * Whether the file's blocks are complete up to the trailer (GIF89a, 27). The decoder ignores that frames of
 * a truncated animation are missing: only reading all blocks shows it.
 */
export async function reachesGifTrailer(path: string): Promise<boolean> {
  const bytes = new ByteCursor(createReadStream(path))
  try {
    return await walkBlocks(bytes)
  } finally {
    await bytes.close()
  }
}

async function walkBlocks(bytes: ByteCursor): Promise<boolean> {
  bytes.skip(10) // signature, canvas size
  const packed = await bytes.next()
  bytes.skip(2 + colourTableLength(packed)) // background, aspect ratio
  for (;;) {
    const block = await bytes.next()
    if (block === TRAILER) return true
    if (block === PADDING) continue
    if (block === EXTENSION) bytes.skip(1)
    else if (block === IMAGE) await skipImageHeader(bytes)
    else return false
    await skipSubBlocks(bytes)
  }
}

async function skipImageHeader(bytes: ByteCursor): Promise<void> {
  bytes.skip(8) // position, size
  const packed = await bytes.next()
  bytes.skip(colourTableLength(packed) + 1) // code size
}

/** Each is a length and as many bytes; a length of zero, or the end of the file, ends them. */
async function skipSubBlocks(bytes: ByteCursor): Promise<void> {
  for (let length = await bytes.next(); length; length = await bytes.next()) bytes.skip(length)
}

/** In bytes; the highest bit says whether there is one, the lowest three its size. */
const colourTableLength = (packed = 0) => (packed & 0x80 ? 3 << ((packed & 0x07) + 1) : 0)
