import type { Attributes, Element } from '../markup/markup.js'
import type { View } from '../view.js'
import { controlsOf } from './controls.js'

/** Pictures whose channels are all light. */
const pale = (items: View['items']) =>
  items.filter(({ asset }) => /^#([c-f].){3}/.test(asset.placeholder?.color ?? ''))

/** Controls precede the slides in the DOM; the rotation control comes first. */
export function template(view: View): Element {
  const { _arrows, _isFading, button, config, labels, name, items } = view
  const has = controlsOf(config, items.length)
  const kinds = [
    'carousel',
    has._sideRoom ? 'beside' : config.arrowPlacement === 'below' ? 'under' : 'over',
    _isFading && 'fade',
    has._bar && 'bar',
    config._isSlider && 'slider',
    config._isTransparentSet && (2 * pale(items).length > items.length ? 'pale' : 'dark'),
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
    ...(has._thumbs || has._dots ? [dots(view, has._thumbs)] : []),
    ...(has._progress ? [hint('progress')] : []),
    ...(has._counter ? [hint('counter', `1 / ${items.length}`)] : []),
    ['div', { class: 'ring' }, scroller(view, has._thumbs || has._dots)],
  ]
}

/** Visual only: each slide's accessible name already contains its number. */
const hint = (name: string, text = ''): Element => [
  'div',
  { class: name, 'aria-hidden': 'true' },
  ...(text ? [text] : []),
]

/** One tab per slide: a dot, or a small picture. */
const dots = ({ items, labels }: View, hasThumbs: boolean): Element => [
  'div',
  { class: hasThumbs ? 'dots thumbs' : 'dots', role: 'tablist', 'aria-label': labels.pick },
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
      ...(hasThumbs ? [thumbnail(_picture, index)] : []),
    ],
  ),
]

/** The smallest rendition; the tab has a name, so the picture needs none. */
const thumbnail = ({ srcset }: Attributes, index: number): Element => [
  'img',
  { src: `${srcset}`.split(' ')[0], alt: '', class: `p${index}`, loading: 'lazy' },
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
