import type { Sharp } from 'sharp'
import type { EncodedFormat } from '../plan/formats.js'
import type { EncodeStep } from '../plan/steps.js'

/**
 * Qualities of libjpeg's own table, and those of our table with the same mean SSIM of 32 photographs at 640 px. Between
 * them it is linear.
 */
const measured = [
  [1, 1],
  [10, 9],
  [20, 16],
  [30, 23],
  [40, 29],
  [50, 35],
  [60, 43],
  [70, 55],
  [80, 68],
  [90, 84],
  [95, 91],
  [100, 100],
] as const

/**
 * The quality of our table at which a JPEG is as similar to the original as with the table that other programs
 * use: 1 to 100, and never lower for a higher one.
 */
export function jpegQuality(quality: number): number {
  const above = measured.findIndex(([usual]) => usual >= quality)
  const [[low, ours], [high, oursAbove]] = [
    measured[above - 1] ?? measured[0],
    measured[above] ?? measured[11],
  ]
  const part = high === low ? 0 : (quality - low) / (high - low)
  return Math.round(ours + part * (oursAbove - ours))
}

type Settings = Pick<EncodeStep, 'quality' | 'effort' | 'progressive'>
type Encoder = (image: Sharp, settings: Settings) => Sharp

const withQuality = ({ quality }: Settings) => (quality === undefined ? {} : { quality })

/** CPU time and size are of 640 × 480 pixels of a photo, without decoding and resizing. */
export const encoders: Record<EncodedFormat, Encoder> = {
  // At the same SSIM, the table takes 2 % fewer bytes than that of the standard, and progressive with optimized
  // scans another 3 %: 17 ms instead of 4, as much as WebP. Trellis quantization saves 4 % more for 10 ms more.
  // Flatter tables, which save more, show blocks in skies and tint dark greys.
  jpeg: (image, { quality, progressive = false }) =>
    image.jpeg({
      ...(quality !== undefined && { quality: jpegQuality(quality) }),
      quantisationTable: 8,
      progressive,
      optimizeScans: progressive,
    }),
  // Filters chosen row by row: 24 ms for 16, a quarter fewer bytes for a photo.
  png: (image) => image.png({ adaptiveFiltering: true }),
  // Effort 2 (19 ms, 82 KB) for the default 4 (39 ms, 80 KB) at the same quality. At 1280 × 960 pixels, 3
  // takes 60 ms more for 8 % fewer bytes, and 4 some more for none.
  webp: (image, settings) => image.webp({ ...withQuality(settings), effort: settings.effort ?? 2 }),
  // Effort 3 for the default 7: a fifth of the time, 1 % more bytes.
  gif: (image) => image.gif({ effort: 3 }),
  // Effort 0 (21 ms): 1 takes 87 for 3 % fewer bytes at the same quality, the default 4 some 40 times
  // as long. 4:2:0 as in WebP and JPEG: sharp's 4:4:4 takes a quarter more time.
  avif: (image, settings) =>
    image.avif({ ...withQuality(settings), effort: 0, chromaSubsampling: '4:2:0' }),
}
