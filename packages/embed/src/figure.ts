import { followable } from './followable.js'
import type { Attributes, Markup } from './markup/markup.js'
import { widest } from './pictures.js'
import type { Asset } from './published.js'
import type { Config } from './settings/config.js'

/** The text below or over a picture; may be empty. */
export const captionOf = ({ caption, altText }: Asset): string => caption ?? altText ?? ''

/**
 * A picture with its caption. It links to the address that its tenant chose. With a lightbox it is otherwise
 * a link to the picture, which works without a script; the script intercepts it.
 */
export function figure(asset: Asset, picture: Attributes, config: Config, text: string): Markup {
  const image: Markup = ['img', picture]
  const { link } = asset
  const content: Markup =
    link && followable.test(link.url)
      ? ['a', { href: link.url, target: link.newTab && '_blank' }, image]
      : config.lightbox
        ? ['a', { class: 'open', href: widest(asset), 'aria-haspopup': 'dialog' }, image]
        : image
  // Screen readers read the alternative text; they need no caption with the same words.
  const words: Markup = ['span', { 'aria-hidden': text === picture.alt && 'true' }, text]
  return config.showCaptions && text
    ? [
        'div',
        {
          class: 'picture captioned',
          // A caption that is shown on focus needs something that can have it.
          tabindex: config.captionOn === 'hover' && content === image && 0,
        },
        content,
        ['div', { class: 'caption' }, ['div', { class: 'clip' }, words]],
      ]
    : ['div', { class: 'picture' }, content]
}
