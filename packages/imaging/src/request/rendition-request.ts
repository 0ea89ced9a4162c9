export const fits = ['cover', 'contain', 'fill'] as const
export type Fit = (typeof fits)[number]

/** The point that a crop keeps in sight: the focal point, the centre, or the most salient one. */
export const gravities = ['focal', 'center', 'auto'] as const
export type Gravity = (typeof gravities)[number]

export const outputFormats = ['webp', 'jpeg', 'png', 'avif'] as const
type OutputFormat = (typeof outputFormats)[number]

/** The formats that not every client supports, best first. `format=auto` uses them if Accept names them. */
export const negotiableFormats = ['avif', 'webp'] as const satisfies readonly OutputFormat[]
export type NegotiableFormat = (typeof negotiableFormats)[number]

/** A checked request for a rendition, not yet related to any source. */
export type RenditionRequest = {
  /** Pixels after dpr, so up to 12,288. May exceed the source and the maximum result. */
  width?: number
  height?: number
  /** Used only if both width and height are given. */
  fit: Fit
  /** Used only if the fit crops; left out: focal. */
  gravity?: Gravity
  /** If left out, the original's own format or, if negotiated, the best of `accepted`. */
  format?: OutputFormat
  /** 1–100; left out: the format's default. */
  quality?: number
  /** `format=auto`: the answer depends on Accept, so it needs `Vary: Accept`. */
  negotiated: boolean
  /** The formats that the client accepts, best first; empty unless negotiated. */
  accepted: readonly NegotiableFormat[]
}
