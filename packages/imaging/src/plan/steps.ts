import type { EncodedFormat } from './formats.js'

/** Turns the picture upright as its EXIF orientation says. */
type OrientStep = { op: 'orient' }

/** Scales the whole picture to exactly this size, in pixels. */
type ResizeStep = { op: 'resize'; width: number; height: number }

/** Cuts a rectangle out of what the steps before have left, in pixels. */
export type CropStep = { op: 'crop'; left: number; top: number; width: number; height: number }

/** Lays the picture onto an opaque background (`#rrggbb`). */
type FlattenStep = { op: 'flatten'; background: string }

/** Writes the bytes; `animated` takes every frame along, else the first. */
export type EncodeStep = {
  op: 'encode'
  format: EncodedFormat
  /** 1–100; absent for formats that have none. */
  quality?: number
  animated: boolean
}

export type Step = OrientStep | ResizeStep | CropStep | FlattenStep | EncodeStep
