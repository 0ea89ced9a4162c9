/** Where a project's watermark is drawn; `tile`: side by side over the whole picture. */
export const watermarkPositions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
  'tile',
] as const

export type WatermarkPosition = (typeof watermarkPositions)[number]

/** A picture of the project that is drawn on what anyone may see of its pictures. */
export type Watermark = {
  assetId: string
  position: WatermarkPosition
  opacity: number
  /** Its width as a part of the picture's. */
  scale: number
  /** Pixels of the longer side from which pictures have it. */
  from: number
}

/** Opacity and scale are parts of 1; `from` ends with the largest rendition, so that no picture is above it. */
export const watermarkBounds = {
  opacity: { min: 0.05, max: 1 },
  scale: { min: 0.05, max: 1 },
  from: { min: 1, max: 4096 },
} as const

/** What a watermark has where nothing else is chosen: the smallest picture of the embed, 320 px, stays clean. */
export const watermarkDefaults = {
  position: 'bottom-right',
  opacity: 0.5,
  scale: 0.25,
  from: 400,
} as const satisfies Omit<Watermark, 'assetId'>
