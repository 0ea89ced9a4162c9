import { at, type Length } from './length.js'

/** A limit of a height: percent of the window's height, and pixels. */
type Cap = { percent: number; pixels: number }

/** The largest of the lengths, at most the cap. */
export type Addend = { lengths: readonly Length[]; cap?: Cap }

/** A sum. */
export type Height = readonly Addend[]

export const fixed = (pixels: number): Addend => ({ lengths: [{ share: 0, pixels }] })

/** At a width in pixels, in a window without end. */
export const sumAt = (height: Height, width: number): number =>
  height.reduce((sum, { lengths, cap }) => {
    const most = cap && cap.percent === 0 ? cap.pixels : Number.POSITIVE_INFINITY
    return sum + Math.min(most, Math.max(...lengths.map((one) => at(one, width))))
  }, 0)
