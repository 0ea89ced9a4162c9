export const layouts = [
  'CAROUSEL',
  'GRID',
  'MASONRY',
  'SLIDER',
  'LIST_VERTICAL',
  'LIST_HORIZONTAL',
] as const

export type Layout = (typeof layouts)[number]

/** Longest list of images that a widget may show. */
export const maxWidgetAssets = 500

/** Largest `config` or `theme`, in bytes of its JSON text. */
export const maxWidgetJsonBytes = 32 * 1024
