/** The layouts that a widget can have, as the delivery API names them. */
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
}

/** What `GET /api/v1/widgets/{slug}` answers. `config` and `theme` are JSON objects as text. */
export type Published = {
  widget: { id: string; slug: string; layout: LayoutName; config: string; theme: string }
  assets: readonly Asset[]
}
