import type { Layout } from './layouts/layout.js'
import type { Markup } from './markup/markup.js'
import type { View } from './view.js'

/** What is around every layout: the ground and padding, and the container that is measured. */
export const frame = (layout: Layout, view: View): Markup => [
  'div',
  { class: 'frame' },
  [
    'div',
    {
      class: `box ${view.isOverlay ? 'overlay' : 'below'}${view.config.aspectRatio ? ' fixed' : ''}`,
    },
    layout.template(view),
  ],
]

/** The rules that are this widget's alone. */
export const ownRules = (layout: Layout, view: View): string =>
  `:host{${view.declarations}}${layout.rules?.(view) ?? ''}`
