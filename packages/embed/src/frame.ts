import type { Extras, Layout } from './layout.js'
import type { Markup } from './markup/markup.js'
import { pictureRules } from './picture-rules.js'
import type { View } from './view.js'

/** The wrapper of every layout: background, padding and the query container. */
export const frame = (
  layout: Layout,
  view: View,
  extras: Extras,
  above: readonly Markup[] = [],
): Markup => [
  'div',
  { class: 'frame' },
  ...above,
  [
    'div',
    {
      class: `box ${view._isOverlay ? 'overlay' : 'below'}${view.config.aspectRatio ? ' fixed' : ''} on-${view.config.captionOn}`,
    },
    layout._template(view, extras),
  ],
]

/** The rules specific to this widget. */
export const ownRules = (layout: Layout, view: View): string =>
  `:host{${view._declarations}}${pictureRules(view)}${layout._rules?.(view) ?? ''}`
