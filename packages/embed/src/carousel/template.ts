import type { Element } from '../markup/markup.js'
import type { View } from '../view.js'

/** More dots than these would be too many to tell apart, and not fit into 320 px. */
const mostDots = 12

/** Controls come before the slides, the one that stops the rotation first of all. */
export function template(view: View): Element {
  const { arrows, button, config, labels, name, items } = view
  const count = items.length
  const hasControls = count > 1
  const hasDots = hasControls && config.showDots && count <= mostDots
  const hasCounter = hasControls && (config.showCounter || (config.showDots && !hasDots))
  const isFading = hasControls && config.transition === 'fade' && config.slidesPerView === 1
  return [
    'div',
    {
      class: isFading ? 'carousel fade' : 'carousel',
      role: config.ariaLabel ? 'region' : 'group',
      'aria-roledescription': 'carousel',
      'aria-label': name,
    },
    ...(hasControls && config.autoplay ? [button('toggle', labels.play, icons.play)] : []),
    ...(hasControls && config.showArrows ? arrows : []),
    ...(hasDots ? [dots(view)] : []),
    // For the eye alone: slides have their number as their name.
    ...(hasCounter
      ? [['div', { class: 'counter', 'aria-hidden': 'true' }, `1 / ${count}`] as const]
      : []),
    ['div', { class: 'ring' }, scroller(view, hasDots)],
  ]
}

export const icons = { play: 'M8 5v14l11-7z', pause: 'M8 5v14M16 5v14' }

const dots = ({ items, labels }: View): Element => [
  'div',
  { class: 'dots', role: 'tablist', 'aria-label': labels.pick },
  ...items.map(
    ({ name }, index): Element => [
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
    ],
  ),
]

const scroller = ({ items, labels }: View, hasDots: boolean): Element => [
  'div',
  // In the tab order: where no slide holds a link it could not be scrolled by keys.
  { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.slides },
  [
    'div',
    { class: 'track', 'aria-live': 'polite', 'aria-atomic': 'false' },
    ...items.map(
      ({ content, name }, index): Element => [
        'div',
        {
          class: 'slide',
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
