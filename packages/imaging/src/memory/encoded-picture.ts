import type { SourceImage } from '../plan/source.js'

/** The properties of a picture that determine how much memory its decoding takes. */
export type EncodedPicture = SourceImage & {
  /** Stored width, pixels: the orientation is applied later. */
  rowWidth: number
  /** Decoded channels, including alpha. */
  channels: number
  bytesPerSample: 1 | 2
  /** PNG: interlaced; JPEG: progressive. Its first row is complete only with its last byte. */
  isProgressive: boolean
  /** Stored samples per pixel without alpha: 3, or 1.5 with subsampled chroma. */
  samplesPerPixel: number
  /** The part of its pixels that is decoded at a time: 1, or less if it is put together of tiles. */
  tileShare: number
}

const deepTypes = new Set(['image/png', 'image/avif', 'image/heic', 'image/tiff'])

/** The largest properties that a source may have, if its header is unknown. */
export const worstOf = (source: SourceImage): EncodedPicture => ({
  ...source,
  rowWidth: Math.max(source.width, source.height),
  channels: source.hasAlpha || source.contentType === 'image/gif' ? 4 : 3,
  bytesPerSample: deepTypes.has(source.contentType) ? 2 : 1,
  isProgressive: source.contentType === 'image/png' || source.contentType === 'image/jpeg',
  samplesPerPixel: 3,
  tileShare: 1,
})

/** A copy for renditions: see `Mezzanine`. */
export const mezzanineOf = (
  source: SourceImage,
  { width, height }: { width: number; height: number },
): EncodedPicture => ({
  contentType: 'image/png',
  width,
  height,
  frameCount: 1,
  hasAlpha: source.hasAlpha,
  rowWidth: width,
  channels: source.hasAlpha ? 4 : 3,
  bytesPerSample: 1,
  isProgressive: false,
  samplesPerPixel: 3,
  tileShare: 1,
})
