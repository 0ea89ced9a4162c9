import { createLayout } from '../webassembly/layout.js'
import { kernel } from './kernel.js'
import type { SmallPicture } from './small-picture.js'

/** Shown for a picture in which nothing can be seen. */
const ofNothing = '#808080'

/**
 * The mean of the colours in the most frequent cell of the colour space, `#rrggbb`. A pixel counts as much
 * as it is opaque. The mean of a whole picture would often be a brown that the picture does not have.
 */
export function dominantColor({ data, width, height }: SmallPicture): string {
  const functions = kernel()
  const layout = createLayout(functions.free)
  const pixels = layout.take(data.length)
  const weights = layout.take(4 * functions.cells.value)
  const sums = layout.take(8 * 4)
  const memory = functions.reserve(layout.end())
  memory.set(data, pixels)

  const count = width * height
  const cell = functions.dominantCell(pixels, count, weights)
  functions.sumCell(pixels, count, cell, sums)
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Float64Array(memory.buffer, sums, 4)
  if (alpha === 0) return ofNothing
  return `#${[red, green, blue].map((sum) => hex(sum / alpha)).join('')}`
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')
