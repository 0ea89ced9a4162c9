import { fromRaw, type RawPicture } from '../decode/raw-picture.js'

/** The largest side of the picture that is looked at, pixels: the most that a ThumbHash is made from. */
export const describedSide = 100

/** A whole picture, upright: sRGB with alpha, 8 bits; both sides are at most `describedSide`. */
export type SmallPicture = { data: Buffer; width: number; height: number }

export async function shrinkToDescribe(picture: RawPicture): Promise<SmallPicture> {
  const { data, info } = await fromRaw(picture)
    .resize(describedSide, describedSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
