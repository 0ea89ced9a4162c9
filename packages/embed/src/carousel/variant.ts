/* A copy is in each of the two parts that have its styles. */

import type { Attributes, Element } from '../markup/markup.js'
import type { View } from '../view.js'
import type { controlsOf } from './controls.js'

/** Returns the classes, the line and the counter of a carousel that has one of them. */
export function variantOf(
  { config, items }: View,
  has: ReturnType<typeof controlsOf>,
): { kinds: readonly (string | false)[]; hints: readonly Element[] } {
  // On a low stage, or on a logo, the counter would lie on the subject.
  const isLow = has._counter && has._bar && (config.aspectRatio > 2 || config._isTransparentSet)
  const pale = items.filter(({ asset }) => /^#([c-f].){3}/.test(asset.placeholder?.color ?? ''))
  return {
    kinds: [
      (config._isSlider || has._progress || isLow) && 'lined',
      isLow && 'low',
      config._isTransparentSet
        ? 2 * pale.length > items.length
          ? 'pale'
          : 'dark'
        : config.objectFit === 'auto' && 'framed',
    ],
    hints: [
      ...(has._progress ? [hint({ class: 'progress', part: 'progress' })] : []),
      ...(has._counter ? [hint({ class: 'counter' }, `1 / ${items.length}`)] : []),
    ],
  }
}

/** Visual only: each slide's accessible name already contains its number. */
const hint = (attributes: Attributes, text = ''): Element => [
  'div',
  { ...attributes, 'aria-hidden': 'true' },
  ...(text ? [text] : []),
]
