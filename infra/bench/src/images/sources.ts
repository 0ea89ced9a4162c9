import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
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
    await writeFile(join(folder, name), await encoders[name](photo).toBuffer())
  }
}

const png = { compressionLevel: 6, adaptiveFiltering: true }

/** Qualities that produce files of the size that cameras and editors write. */
const encoders: Record<SourceName, (photo: Photo) => Sharp> = {
  'baseline.jpg': (photo) => open(photo).jpeg({ quality: 92 }),
  'progressive.jpg': (photo) => open(photo).jpeg({ quality: 92, progressive: true }),
  'p3.jpg': (photo) => open(photo).withIccProfile('p3').jpeg({ quality: 92 }),
  'opaque.png': (photo) => open(photo).png(png),
  'photo.webp': (photo) => open(photo).webp({ quality: 90, effort: 1 }),
  'photo.avif': (photo) => open(photo).avif({ quality: 70, effort: 0 }),
  'cutout.png': (photo) => masked(photo, '<ellipse cx="50%" cy="50%" rx="45%" ry="45%"/>'),
  'fading.png': (photo) => masked(photo, vignette),
}

const vignette = `<radialGradient id="fade">
<stop offset="50%" stop-opacity="1"/><stop offset="100%" stop-opacity="0"/>
</radialGradient><rect width="100%" height="100%" fill="url(#fade)"/>`

const open = ({ pixels, width, height }: Photo) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })

/** A PNG that is as opaque as the drawing. */
function masked(photo: Photo, drawing: string): Sharp {
  const { width, height } = photo
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
  return open(photo)
    .composite([{ input: Buffer.from(svg), blend: 'dest-in' }])
    .png(png)
}
