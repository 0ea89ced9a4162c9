/** The types that browsers display. A rendition has one of them. */
export type WebImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'

/** The types that are accepted and stored. */
export type ImageType = WebImageType | 'image/heic' | 'image/tiff'

/**
 * Properties of a stored original. Width and height are in pixels as displayed, that is with the EXIF
 * orientation applied; for an animation, of one frame.
 */
export type SourceImage = {
  contentType: ImageType
  width: number
  height: number
  /** 1 for a still picture. */
  frameCount: number
  hasAlpha: boolean
  /** The point that crops keep in sight; without one the centre. */
  focalPoint?: Point | null
  /** The most salient point, for `gravity=auto`; without one the centre. */
  salientPoint?: Point | null
  /** Whether its colours exceed sRGB, and its copies are in Display P3; left out: no. */
  wideGamut?: boolean
  /** CPU time of decoding, ms, where it is more than the pixels suggest; 0 or left out: it is not. */
  decodeMs?: number
}

/** Fractions of width and height, from 0 to 1. */
export type Point = { x: number; y: number }

export type ImageLimits = {
  /** Pixels of all frames together. */
  maxPixels: number
  /** Frames of one animation; default 10,000. Each costs some 10 µs even at one pixel. */
  maxFrames?: number
  /** Memory for processing, bytes, as estimated from the header; unlimited by default. */
  maxMemoryBytes?: number
  /** Width or height of an upload, pixels; unlimited by default. Decoders take time per row, too. */
  maxSide?: number
  /** CPU time of one upload or one rendition in image processes, seconds; default 2 and 0.25. */
  cpuSeconds?: { base: number; perMegapixel: number }
}
