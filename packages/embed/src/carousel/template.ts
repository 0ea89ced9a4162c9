import type { Attributes, Element } from '../markup/markup.js'
import type { View } from '../view.js'

/** Maximum number of dots: more would not fit into 320 px. */
const mostDots = 12

/** Controls precede the slides in the DOM; the rotation control comes first. */
export function template(view: View): Element {
  const { _arrows, _isFading, button, config, labels, name, items } = view
  const count = items.length
  const hasControls = count > 1
  const hasThumbs = hasControls && config.thumbnails
  const hasDots = hasThumbs || (hasControls && config.showDots && count <= mostDots)
  const hasCounter = hasControls && (config.showCounter || (config.showDots && !hasDots))
  return [
    'div',
    {
      class: _isFading ? 'carousel fade' : 'carousel',
      role: config.ariaLabel ? 'region' : 'group',
      'aria-roledescription': 'carousel',
      'aria-label': name,
    },
    ...(hasControls && config.autoplay ? [button('toggle', labels.play, 'M8 5v14l11-7z')] : []),
    ...(hasControls && config.showArrows ? _arrows : []),
    ...(hasDots ? [dots(view, hasThumbs)] : []),
    // Visual only: each slide's accessible name already contains its number.
    ...(hasCounter
      ? [['div', { class: 'counter', 'aria-hidden': 'true' }, `1 / ${count}`] as const]
      : []),
    ['div', { class: 'ring' }, scroller(view, hasDots)],
  ]
}

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

const scroller = ({ items, labels }: View, hasDots: boolean): Element => [
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
          role: hasDots ? 'tabpanel' : 'group',
          'aria-roledescription': !hasDots && 'slide',
          'aria-label': name,
        },
        content,
      ],
    ),
  ],
]
