import type { LayoutName } from '../published.js'
import type { Layout } from './layout.js'

type Load = () => Promise<{ layout: Layout }>

const carousel: Load = () => import('./carousel.js')

/** Each layout is a separate file, loaded on first use. */
export const layoutLoaders: Readonly<Record<LayoutName, Load>> = {
  CAROUSEL: carousel,
  SLIDER: carousel,
  GRID: () => import('./grid.js'),
  MASONRY: () => import('./masonry.js'),
  LIST_VERTICAL: () => import('./list-vertical.js'),
  LIST_HORIZONTAL: () => import('./list-horizontal.js'),
}
