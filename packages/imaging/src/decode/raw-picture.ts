import type { Sharp } from 'sharp'
import { sharp } from './libvips.js'

/** Decoded pixels in memory: sRGB, 8 bits, interleaved. */
export type RawPicture = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

export async function toRaw(image: Sharp): Promise<RawPicture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels: channels as RawPicture['channels'] }
}

export const fromRaw = ({ data, ...raw }: RawPicture): Sharp =>
  sharp(data, { raw, limitInputPixels: false })

/** Whether any pixel is transparent: many images have an unused alpha channel. */
export function isTransparent({ data, channels }: RawPicture): boolean {
  if (channels !== 2 && channels !== 4) return false
  for (let i = channels - 1; i < data.length; i += channels) if (data[i] !== 255) return true
  return false
}
