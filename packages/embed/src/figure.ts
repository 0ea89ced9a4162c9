import type { Attributes, Markup } from './markup/markup.js'
import { widest } from './pictures.js'
import type { Asset } from './published.js'
import type { Config } from './settings/config.js'

/**
 * A picture with its caption. With a lightbox it is a link to the picture, which works without a
 * script; the script intercepts it.
 */
export function figure(asset: Asset, picture: Attributes, config: Config): Markup {
  const image: Markup = ['img', picture]
  const content: Markup = config.lightbox
    ? ['a', { class: 'open', href: widest(asset), 'aria-haspopup': 'dialog' }, image]
    : image
  const { altText } = asset
  // The picture's alternative text is the same, so the caption is hidden from screen readers.
  const caption: Markup[] =
    config.showCaptions && altText
      ? [['div', { class: 'caption', 'aria-hidden': 'true' }, altText]]
      : []
  return ['div', { class: 'picture' }, content, ...caption]
}
