import type { Extras, Layout } from '../layout.js'
import type { LayoutName } from '../published.js'
import type { View } from '../view.js'

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

/** Loads what few widgets use. */
export const loadExtras = ({ _isArranged, _isFading, _isVariant, config }: View): Promise<Extras> =>
  Promise.all<Partial<Extras> | false>([
    _isArranged && import('../arrangement/arrangement.js'),
    config.autoplay && import('../carousel/rotation.js'),
    _isFading ? import('../carousel/stack.js') : _isVariant && import('../carousel/variants.js'),
    config.thumbnails && import('../carousel/thumbnails.js'),
    config.showCaptions && import('../captions/captions.js'),
  ]).then((parts) =>
    Object.assign({}, ...parts, {
      extraCss: parts.map((part) => (part ? part.extraCss : '')).join(''),
    }),
  )
