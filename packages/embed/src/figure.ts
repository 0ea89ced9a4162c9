import type { Attributes, Markup } from './markup/markup.js'
import { widest } from './pictures.js'
import type { Asset } from './published.js'
import type { Config } from './settings/config.js'

/**
 * A picture with its caption. With a lightbox it is a link to the picture itself, which works
 * without a script and is taken over by one.
 */
export function figure(asset: Asset, picture: Attributes, config: Config): Markup {
  const image: Markup = ['img', picture]
  const content: Markup = config.lightbox
    ? ['a', { class: 'open', href: widest(asset), 'aria-haspopup': 'dialog' }, image]
    : image
  const { altText } = asset
  // The picture's own description says the same: not to be read out twice.
  const caption: Markup[] =
    config.showCaptions && altText
      ? [['div', { class: 'caption', 'aria-hidden': 'true' }, altText]]
      : []
  return ['div', { class: 'picture' }, content, ...caption]
}
