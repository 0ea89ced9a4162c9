/** The five types that are accepted, stored and delivered. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'

/**
 * Properties of a stored original. Width and height are in pixels as displayed, that is with the EXIF
 * orientation applied; for an animation, of one frame.
 */
export type Source = {
  contentType: ImageType
  width: number
  height: number
  /** 1 for a still picture. */
  frameCount: number
  hasAlpha: boolean
}

export type ImageLimits = {
  /** Pixels of all frames together. */
  maxPixels: number
  /** Frames of one animation; default 10,000. Each costs some 10 µs even at one pixel. */
  maxFrames?: number
  /** Memory for processing, bytes, as estimated from the header; unlimited by default. */
  maxMemoryBytes?: number
  /** CPU time of one upload or one rendition, in image processes; default 30. */
  maxCpuSeconds?: number
}
