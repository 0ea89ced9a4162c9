import type { EncodedFormat } from './formats.js'

type OrientStep = { op: 'orient' }

/** Scales the whole picture to exactly this size, in pixels. */
type ResizeStep = { op: 'resize'; width: number; height: number }

/** Cuts a rectangle out of the result of the previous steps, in pixels. */
export type CropStep = { op: 'crop'; left: number; top: number; width: number; height: number }

/** Flattens the image onto an opaque background (`#rrggbb`). */
type FlattenStep = { op: 'flatten'; background: string }

/** Draws a mark of this size, in pixels: once, or side by side over the whole picture. */
export type MarkStep = {
  op: 'mark'
  left: number
  top: number
  width: number
  height: number
  opacity: number
  isTiled: boolean
}

/** The effort of the WebP encoder: more CPU time for fewer bytes. */
export type WebpEffort = 2 | 3

/** Encodes every frame if `animated`, else the first. */
export type EncodeStep = {
  op: 'encode'
  format: EncodedFormat
  /** 1–100; absent for formats without quality. */
  quality?: number
  /** For WebP only. */
  effort?: WebpEffort
  /** For JPEG only. */
  progressive?: boolean
  animated: boolean
  /** Display P3, whose profile is attached; left out: sRGB without a profile. */
  gamut?: 'p3'
}

export type Step = OrientStep | ResizeStep | CropStep | FlattenStep | MarkStep | EncodeStep
