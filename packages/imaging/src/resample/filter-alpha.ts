import type { RawPicture } from '../decode/raw-picture.js'
import { createLayout } from '../webassembly/layout.js'
import { kernel } from './kernel.js'

export type FilteredAlpha = {
  /** One channel: each pixel's alpha minus its left neighbour's, that of the first of a row minus that above it. */
  plane: RawPicture
  /** 0–1, of all pixels: those that are neither opaque nor transparent, with another alpha than the pixel to their left. */
  fadingShare: number
}

/** @param picture with four channels. */
export function filterAlpha({ data, width, height }: RawPicture): FilteredAlpha {
  const functions = kernel()
  const { take, end } = createLayout(functions.free)
  const [row, result] = [take(4 * width), take(width)]
  const memory = functions.reserve(end())
  const filtered = Buffer.allocUnsafeSlow(width * height)
  let fading = 0
  let above = 0
  for (let y = 0; y < height; y += 1) {
    memory.set(data.subarray(4 * width * y, 4 * width * (y + 1)), row)
    fading += functions.filterAlpha(row, width, above, result)
    filtered.set(memory.subarray(result, result + width), width * y)
    above = data[4 * width * y + 3] ?? 0
  }
  return {
    plane: { data: filtered, width, height, channels: 1 },
    fadingShare: fading / (width * height),
  }
}
