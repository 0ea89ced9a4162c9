/** The layouts, as named by the delivery API. */
export const layoutNames = [
  'CAROUSEL',
  'GRID',
  'MASONRY',
  'SLIDER',
  'LIST_VERTICAL',
  'LIST_HORIZONTAL',
] as const

export type LayoutName = (typeof layoutNames)[number]

export type Asset = {
  id: string
  url: string
  filename: string
  contentType: string
  /** Pixels, as displayed. */
  width: number
  height: number
  /** The point that crops keep in sight, in fractions of width and height. Absent in answers of older services. */
  focalPoint?: Point | null
  altText: string | null
  /** Shown until the picture has loaded: `#rrggbb`, and a ThumbHash in base64. Absent in older answers. */
  placeholder?: { color: string; thumbhash: string } | null
  /** Replaces the alternative text as the caption. Absent in answers of older services, as is `link`. */
  caption?: string | null
  link?: Link | null
  /** The page of a video, of which the picture is the poster. */
  video?: { url: string } | null
  /** Those that have a button above the widget; only with the key `filterByTags`. */
  tags?: readonly string[]
}

export type Point = { x: number; y: number }

export type Link = { url: string; newTab: boolean }

/** Response of `GET /api/v1/widgets/{slug}`. `config` and `theme` are JSON objects as strings. */
export type Published = {
  widget: { id: string; slug: string; layout: LayoutName; config: string; theme: string }
  assets: readonly Asset[]
  /** Whether the API key records events. */
  events?: boolean
  /** Set by the preview of the console: the markup stays as it is without scripts. */
  isStill?: boolean
}
