import { rgbaToThumbHash } from 'thumbhash'
import type { RawPicture } from '../decode/raw-picture.js'
import type { Point } from '../plan/source.js'
import { dominantColor } from './dominant-color.js'
import { salientPoint } from './salient-point.js'
import { shrinkToDescribe } from './small-picture.js'

/** The placeholder of a picture, and the point that `gravity=auto` keeps in sight. */
export type Described = {
  /** The dominant colour, `#rrggbb`. */
  color: string
  /** A ThumbHash, base64. */
  thumbhash: string
  salientPoint: Point
}

/** Everything that is found out about a picture from one small copy of it. */
export async function describePicture(picture: RawPicture): Promise<Described> {
  const small = await shrinkToDescribe(picture)
  const hash = rgbaToThumbHash(small.width, small.height, small.data)
  return {
    color: dominantColor(small),
    thumbhash: Buffer.from(hash).toString('base64'),
    salientPoint: salientPoint(small),
  }
}
