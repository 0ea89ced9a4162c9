import sharp from 'sharp'
import { type Canvas, open } from './canvas.js'

export function jpeg(canvas: Canvas): Promise<Buffer> {
  return open(canvas).jpeg({ quality: 86, progressive: true }).toBuffer()
}

/** Stored lying on its side with EXIF orientation 6, as a phone held upright stores it. */
export function sidewaysJpeg(canvas: Canvas): Promise<Buffer> {
  return open(canvas)
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 86, progressive: true })
    .toBuffer()
}

export function webp(canvas: Canvas): Promise<Buffer> {
  return open(canvas).webp({ quality: 86, effort: 2 }).toBuffer()
}

export function avif(canvas: Canvas): Promise<Buffer> {
  return open(canvas).avif({ quality: 66, effort: 1 }).toBuffer()
}

/** Keeps the transparency of the SVG document. */
export function transparentPng(document: string): Promise<Buffer> {
  return sharp(Buffer.from(document)).png({ compressionLevel: 9 }).toBuffer()
}

/** Frames of one size; `delays` in milliseconds, one for each frame. */
export function animatedWebp(
  frames: readonly Canvas[],
  delays: readonly number[],
): Promise<Buffer> {
  const [first] = frames
  if (!first) throw new Error('an animation needs a frame at least')
  const { width, height } = first
  const raw = { width, height: height * frames.length, pageHeight: height, channels: 3 as const }
  return sharp(Buffer.concat(frames.map(({ pixels }) => pixels)), { raw })
    .webp({ quality: 84, effort: 2, delay: [...delays], loop: 0 })
    .toBuffer()
}
