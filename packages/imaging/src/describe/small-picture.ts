import { fromRaw, type RawPicture } from '../decode/raw-picture.js'

/** The largest side of the picture that is looked at, pixels. */
export const describedSide = 100

/** A whole picture, upright: sRGB with alpha, 8 bits. */
export type SmallPicture = { data: Buffer; width: number; height: number }

/** @param side the largest that a side of the result may be, pixels. */
export async function shrinkToSide(picture: RawPicture, side: number): Promise<SmallPicture> {
  const { data, info } = await fromRaw(picture)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
