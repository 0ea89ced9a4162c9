import type { Published } from '../published.js'
import { type Config, readConfig } from '../settings/config.js'
import { parseObject } from '../settings/parse.js'
import { linesOf, type Word, wordsOf } from './caption-lines.js'
import type { Length } from './length.js'

/** What a widget's height is made of. Lengths in pixels, as `base.css` has them. */
export type Pieces = {
  config: Config
  padding: number
  fontSize: number
  /** Whether pictures have a caption of their own height. */
  hasCaptions: boolean
  pictures: readonly Picture[]
}

export type Picture = {
  /** Height by width. */
  shape: number
  /** None where there is no caption, or where it lies on the picture. */
  caption: readonly Word[]
}

export function piecesOf({ widget, assets }: Published): Pieces {
  const config = readConfig(widget.layout, widget.config)
  const { padding, captionFontSize } = parseObject(widget.theme)
  const hasCaptions = config.showCaptions && config.captionPosition !== 'overlay'
  return {
    config,
    padding: typeof padding === 'number' ? padding : 0,
    fontSize: typeof captionFontSize === 'number' ? captionFontSize : 14,
    hasCaptions: hasCaptions && assets.some(({ altText }) => altText),
    pictures: assets.map(({ width, height, altText }) => ({
      shape: config.aspectRatio ? 1 / config.aspectRatio : height / width,
      caption: hasCaptions && altText ? wordsOf(altText) : [],
    })),
  }
}

/** The height of a picture with its caption. `least`: how narrow the column may be, pixels. */
export function figureHeight(
  { shape, caption }: Picture,
  column: Length,
  least: number,
  fontSize: number,
): Length {
  // Beside the text there are 2 px, above and below it 0.6 of a font size.
  const lines = linesOf(caption, (least - 4) / fontSize)
  const below = caption.length > 0 ? (1.45 * lines + 1.2) * fontSize : 0
  return { share: shape * column.share, pixels: shape * column.pixels + below }
}
