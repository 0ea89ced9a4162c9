import { rgbaToThumbHash } from 'thumbhash'
import type { RawPicture } from '../decode/raw-picture.js'
import type { Point } from '../plan/source.js'
import { createLayout } from '../webassembly/layout.js'
import { kernel } from './kernel.js'
import { salientPoint } from './salient-point.js'
import { describedSide, type SmallPicture, shrinkToSide } from './small-picture.js'

/** The placeholder of a picture, and the point that `gravity=auto` keeps in sight. */
export type Described = {
  /** The dominant colour, `#rrggbb`. */
  color: string
  /** A ThumbHash, base64. */
  thumbhash: string
  salientPoint: Point
}

/**
 * Longer side of the picture that a ThumbHash is made from, pixels. The hash has seven waves at most along a side; of 100 pixels it
 * is the same, but takes 24 CPU-ms more in a new process, whose code is not compiled yet.
 */
const hashedSide = 32

/** Everything that is found out about a picture from one small copy of it. */
export async function describePicture(picture: RawPicture): Promise<Described> {
  const small = await shrinkToSide(picture, describedSide)
  const hashed = await shrinkToSide({ ...small, channels: 4 }, hashedSide)
  const hash = rgbaToThumbHash(hashed.width, hashed.height, hashed.data)
  return {
    color: dominantColor(small),
    thumbhash: Buffer.from(hash).toString('base64'),
    salientPoint: salientPoint(small),
  }
}

/** Shown for a picture in which nothing can be seen. */
const ofNothing = '#808080'

/**
 * The mean of the colours in the most frequent cell of the colour space, `#rrggbb`. A pixel counts as much
 * as it is opaque. The mean of a whole picture would often be a brown that the picture does not have.
 */
function dominantColor({ data, width, height }: SmallPicture): string {
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
