import { rgbaToThumbHash } from 'thumbhash'
import type { RawPicture } from '../decode/raw-picture.js'
import type { Point } from '../plan/source.js'
import { dominantColor } from './dominant-color.js'
import { salientPoint } from './salient-point.js'
import { describedSide, shrinkToSide } from './small-picture.js'

/** The placeholder of a picture, and the point that `gravity=auto` keeps in sight. */
export type Described = {
  /** The dominant colour, `#rrggbb`. */
  color: string
  /** A ThumbHash, base64. */
  thumbhash: string
  salientPoint: Point
}

/**
 * Of the picture that a ThumbHash is made from, pixels. It has seven waves at most along a side; of 100 pixels it
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
