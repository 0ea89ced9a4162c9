import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawPhoto, type Photo } from './photo.js'

/** One 12-megapixel photo in the file formats that people upload. */
export const sourceNames = [
  'baseline.jpg',
  'progressive.jpg',
  'p3.jpg',
  'opaque.png',
  'photo.webp',
  'photo.avif',
  'cutout.png',
  'fading.png',
] as const

export type SourceName = (typeof sourceNames)[number]

export async function writeSources(folder: string): Promise<void> {
  const photo = await drawPhoto(4000, 3000)
  // Sequential, because each encode uses all cores or much memory.
  for (const name of sourceNames) {
    await writeFile(join(folder, name), await encoders[name](photo))
  }
}

const png = { compressionLevel: 6, adaptiveFiltering: true }

/** Qualities that produce files of the size that cameras and editors write. */
const encoders: Record<SourceName, (photo: Photo) => Promise<Buffer>> = {
  'baseline.jpg': (photo) => open(photo).jpeg({ quality: 92 }).toBuffer(),
  'progressive.jpg': (photo) => open(photo).jpeg({ quality: 92, progressive: true }).toBuffer(),
  'p3.jpg': (photo) => open(photo).withIccProfile('p3').jpeg({ quality: 92 }).toBuffer(),
  'opaque.png': (photo) => open(photo).png(png).toBuffer(),
  'photo.webp': (photo) => open(photo).webp({ quality: 90, effort: 1 }).toBuffer(),
  'photo.avif': (photo) => open(photo).avif({ quality: 70, effort: 0 }).toBuffer(),
  'cutout.png': async (photo) =>
    open(withOpacity(photo, cutOut(photo)))
      .png(png)
      .toBuffer(),
  'fading.png': async (photo) => open(withOpacity(photo, fadeOut)).png(png).toBuffer(),
}

type Canvas = Photo & { channels?: 3 | 4 }

const open = ({ pixels, width, height, channels = 3 }: Canvas) =>
  sharp(pixels, { raw: { width, height, channels } })

/** 0–1, by the distance from the centre, where 0.5 is at the edge. */
type Opacity = (distance: number) => number

/** A product before a transparent background: an ellipse whose edge is smooth over two pixels. */
const cutOut =
  ({ width }: Photo): Opacity =>
  (distance) =>
    ((0.45 - distance) * width) / 2

const fadeOut: Opacity = (distance) => 2 - 4 * distance

function withOpacity({ pixels, width, height }: Photo, opacityAt: Opacity): Canvas {
  const result = Buffer.alloc(width * height * 4)
  for (let place = 0; place < width * height; place += 1) {
    pixels.copy(result, place * 4, place * 3, place * 3 + 3)
    const x = (place % width) / width - 0.5
    const y = Math.floor(place / width) / height - 0.5
    const opacity = opacityAt(Math.hypot(x, y))
    result[place * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, opacity)))
  }
  return { pixels: result, width, height, channels: 4 }
}
