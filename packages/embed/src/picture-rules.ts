import { declarationsOf } from './settings/declarations.js'
import type { View } from './view.js'

/**
 * CSS rules for each picture: the colour until it has loaded, which `base.css` paints, how a whole picture fits into its
 * box, the point that crops keep, and the proportions of its box, where a width follows from them.
 */
export const pictureRules = ({ items, config, _hasRatios }: View): string =>
  items
    .map((item, index) => {
      const { asset, shape, _fit, _isClear, _share } = item
      const { placeholder, focalPoint: point, width } = asset
      const own = `.p${index}{`
      const color = `${own}${declarationsOf({
        placeholder: !_isClear && placeholder?.color,
        fit: _fit,
        // The width of its file: it is not enlarged.
        px: _fit && width,
        share: _share,
      })}}`
      const ratio = _hasRatios ? `.i${index}{--ratio:${ratioOf(shape)}}` : ''
      // The lightbox, which has no `.picture`, does not crop.
      const crop =
        !_fit && config.aspectRatio && point
          ? `.picture ${own}object-position:${100 * point.x}% ${100 * point.y}%}`
          : ''
      return `${color}${ratio}${crop}`
    })
    .join('')

export const ratioOf = (shape: number): string => `${Number((1 / shape).toFixed(4))}`
