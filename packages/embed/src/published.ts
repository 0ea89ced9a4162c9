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
  altText: string | null
  /** Replaces the alternative text as the caption. Absent in answers of older services, as is `link`. */
  caption?: string | null
  link?: Link | null
}

export type Link = { url: string; newTab: boolean }

/** Response of `GET /api/v1/widgets/{slug}`. `config` and `theme` are JSON objects as strings. */
export type Published = {
  widget: { id: string; slug: string; layout: LayoutName; config: string; theme: string }
  assets: readonly Asset[]
}
