import { captionPadding, mostLines, widthOf } from '../captions/measure.js'
import { captionOf } from '../figure.js'
import type { Asset, Published } from '../published.js'
import { type Config, readConfig } from '../settings/config.js'
import { parseObject } from '../settings/parse.js'
import { isTransparent } from '../settings/stage.js'
import type { Length } from './length.js'

/** The inputs of a widget's height. Lengths in pixels, as in `base.css`. */
export type Pieces = {
  config: Config
  padding: number
  fontSize: number
  hasCaptions: boolean
  all: readonly Picture[]
  /** Those that are shown at first. */
  pictures: readonly Picture[]
  /** Height of the button that shows more, pixels. */
  more: number
  /** The most height of a picture, percent of the window's; 0 for unlimited. */
  cap: number
}

export type Picture = {
  /** Height divided by width of its box. */
  shape: number
  asset: Asset
  /** Whether it has transparent parts. */
  _isClear: boolean
  /** Empty if there is no caption or if it overlays the picture. */
  caption: readonly Word[]
}

/** Height of the button that shows more pictures, with its margin, pixels. */
const moreHeight = 60

/** @param isFramed whether the page is shown in a frame, in which the window's height limits nothing. */
export function piecesOf({ widget, assets }: Published, isFramed: boolean): Pieces {
  const config = readConfig(widget.layout, widget.config, assets)
  const { padding, captionFontSize } = parseObject(widget.theme)
  const shown = config.loadMore || assets.length
  const hasCaptions = config.showCaptions && config.captionPosition !== 'overlay'
  const pictures = assets.map((asset) => ({
    shape: config.aspectRatio ? 1 / config.aspectRatio : asset.height / asset.width,
    asset,
    _isClear: isTransparent(asset),
    caption: hasCaptions && captionOf(asset) ? wordsOf(captionOf(asset)) : [],
  }))
  return {
    config,
    padding: typeof padding === 'number' ? padding : 0,
    fontSize: typeof captionFontSize === 'number' ? captionFontSize : 14,
    more: shown < assets.length ? moreHeight : 0,
    cap: config._isCapped && !isFramed && !config._mostHeight ? config.maxViewportHeight : 0,
    hasCaptions: hasCaptions && assets.slice(0, shown).some(captionOf),
    all: pictures,
    pictures: pictures.slice(0, shown),
  }
}

/** Height of a picture with its caption. `least`: the minimum column width, pixels. */
export function figureHeight(
  { shape, caption }: Pick<Picture, 'shape' | 'caption'>,
  column: Length,
  least: number,
  fontSize: number,
): Length {
  // Caption padding: 2 px at the sides, 0.6 of the font size above and below.
  const lines = Math.min(mostLines, linesOf(caption, (least - captionPadding) / fontSize))
  const below = caption.length > 0 ? (1.45 * lines + 1.2) * fontSize : 0
  return { share: shape * column.share, pixels: shape * column.pixels + below }
}

/** Height of the caption alone. */
export const captionHeight = (picture: Picture, least: number, fontSize: number): number =>
  figureHeight({ ...picture, shape: 0 }, { share: 0, pixels: 0 }, least, fontSize).pixels

/** A word with the space after it, and its estimated width in font sizes. */
type Word = { text: string; length: number }

/** Splits a text at its line-break opportunities: after a space or an ideograph. */
export const wordsOf = (text: string): Word[] =>
  text.split(/(?<=\s)|(?<=[\u2e80-\u9fff\uac00-\ud7af])/u).map((word) => {
    let length = 0
    for (const letter of word) length += widthOf(letter)
    return { text: word, length }
  })

/** Maximum number of lines the words take in common fonts; `width` in font sizes. */
export function linesOf(words: readonly Word[], width: number): number {
  let lines = 1
  let used = 0
  const put = (length: number) => {
    if (used > 0 && used + length > width) {
      lines++
      used = 0
    }
    used += length
  }
  for (const { text, length } of words) {
    // A word longer than a line is broken anywhere.
    if (length <= width) put(length)
    else for (const letter of text) put(widthOf(letter))
  }
  return lines
}
