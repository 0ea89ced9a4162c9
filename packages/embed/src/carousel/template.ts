import type { Extras } from '../layout.js'
import type { Element } from '../markup/markup.js'
import type { View } from '../view.js'
import { controlsOf } from './controls.js'

/** Controls precede the slides in the DOM; the rotation control comes first. */
export function template(view: View, { thumbnail, variantOf }: Extras): Element {
  const { _arrows, _isFading, button, config, labels, name, items } = view
  const has = controlsOf(config, items.length)
  const variant = variantOf?.(view, has)
  const kinds = [
    'carousel',
    has._sideRoom ? 'beside' : config.arrowPlacement === 'below' ? 'under' : 'over',
    _isFading && 'fade',
    has._bar && 'bar',
    ...(variant?.kinds ?? []),
  ]
  return [
    'div',
    {
      class: kinds.filter(Boolean).join(' '),
      role: config.ariaLabel ? 'region' : 'group',
      'aria-roledescription': 'carousel',
      'aria-label': name,
    },
    ...(has._toggle ? [button('toggle', labels.play, 'M8 5v14l11-7z')] : []),
    ...(has._arrows ? _arrows : []),
    ...(has._thumbs || has._dots ? [dots(view, thumbnail)] : []),
    ...(variant?.hints ?? []),
    ['div', { class: 'ring' }, scroller(view, has._thumbs || has._dots)],
  ]
}

/** One tab per slide: a dot, or a small picture. */
const dots = ({ items, labels }: View, thumbnail: Extras['thumbnail']): Element => [
  'div',
  { class: thumbnail ? 'dots thumbs' : 'dots', role: 'tablist', 'aria-label': labels.pick },
  ...items.map(
    ({ name, _picture }, index): Element => [
      'button',
      {
        class: 'dot',
        type: 'button',
        role: 'tab',
        id: `tab${index}`,
        'aria-label': name,
        'aria-controls': `slide${index}`,
        'aria-selected': `${index === 0}`,
        tabindex: index === 0 ? 0 : -1,
      },
      ...(thumbnail ? [thumbnail(_picture, index)] : []),
    ],
  ),
]

const scroller = ({ items, labels }: View, hasTabs: boolean): Element => [
  'div',
  // Focusable, so that the keyboard can scroll it even if no slide contains a link.
  { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.slides },
  [
    'div',
    { class: 'track', 'aria-live': 'polite', 'aria-atomic': 'false' },
    ...items.map(
      ({ content, name }, index): Element => [
        'div',
        {
          class: `slide i${index}`,
          id: `slide${index}`,
          role: hasTabs ? 'tabpanel' : 'group',
          'aria-roledescription': !hasTabs && 'slide',
          'aria-label': name,
        },
        content,
      ],
    ),
  ],
]
