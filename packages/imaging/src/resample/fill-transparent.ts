import type { RawPicture } from '../decode/raw-picture.js'
import { createLayout } from '../webassembly/layout.js'
import { kernel } from './kernel.js'

/** Pixels: the blocks of WebP's chroma. */
const blockSide = 8

/**
 * A copy whose transparent pixels have colours like those beside them, so that an encoder without alpha spends few bytes on them and
 * does not mix their colours into others. libwebp does the same for pictures with alpha.
 *
 * @param picture with four channels.
 */
export function fillTransparent({ data, width, height, channels }: RawPicture): RawPicture {
  const functions = kernel()
  const { take, end } = createLayout(functions.free)
  const band = take(4 * width * blockSide)
  const memory = functions.reserve(end())
  const filled = Buffer.allocUnsafeSlow(data.length)
  for (let y = 0; y < height; y += blockSide) {
    const rows = Math.min(blockSide, height - y)
    const [from, bytes] = [4 * width * y, 4 * width * rows]
    memory.set(data.subarray(from, from + bytes), band)
    functions.fillTransparent(band, width, rows)
    filled.set(memory.subarray(band, band + bytes), from)
  }
  return { data: filled, width, height, channels }
}
