import { declarationsOf } from './settings/declarations.js'
import type { View } from './view.js'

/** Of each picture: the colour until it has loaded, which `base.css` paints, and the point that crops keep. */
export const pictureRules = ({ items, _crops }: View): string =>
  items
    .map(({ asset: { placeholder, focalPoint: point } }, index) => {
      const own = `.p${index}{`
      const color = `${own}${declarationsOf({ placeholder: placeholder?.color })}}`
      // The lightbox, which has no `.picture`, does not crop.
      return _crops && point
        ? `${color}.picture ${own}object-position:${100 * point.x}% ${100 * point.y}%}`
        : color
    })
    .join('')
