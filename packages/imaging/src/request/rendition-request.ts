export const fits = ['cover', 'contain', 'fill'] as const
export type Fit = (typeof fits)[number]

export const outputFormats = ['webp', 'jpeg', 'png', 'avif'] as const
type OutputFormat = (typeof outputFormats)[number]

/** The formats that only some clients show, best first. `format=auto` uses them if Accept names them. */
export const negotiableFormats = ['avif', 'webp'] as const satisfies readonly OutputFormat[]
export type NegotiableFormat = (typeof negotiableFormats)[number]

/** A checked request for a rendition, not yet related to any source. */
export type RenditionRequest = {
  /** Pixels, dpr applied, so up to 12,288; may exceed the source and the largest result. */
  width?: number
  height?: number
  /** Counts only where both width and height are given. */
  fit: Fit
  /** Left out: the original's own, or, where negotiated, the best of `accepted`. */
  format?: OutputFormat
  /** 1–100; left out: the format's default. */
  quality?: number
  /** `format=auto`: the answer depends on Accept, so it needs `Vary: Accept`. */
  negotiated: boolean
  /** The formats that the client accepts, best first; empty unless negotiated. */
  accepted: readonly NegotiableFormat[]
}
