import type { Layout } from '../layout.js'
import css from '../styles/list-vertical.css'
import more from '../styles/more.css'
import type { View } from '../view.js'
import { clearRoom, columnWidth, ownWidth } from './boxes.js'
import { insetRules } from './insets.js'
import { list, startMore } from './list.js'

/** Pictures below each other in a column; scrolls if its height is bounded. */
export const layout: Layout = {
  css: more + css,
  _template: (view) => {
    const { config, labels } = view
    const pictures = list(view)
    if (config.maxHeight === 0) return pictures
    // Focusable, so that the keyboard can scroll it.
    const scroller = { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.slides }
    return ['div', { class: 'ring' }, ['div', scroller, pictures]]
  },
  _rules: (view) => ownWidths(view) + insetRules(view, boxesOf(view)),
  _start: (parts) => startMore(parts),
}

const ownWidths = ({ items, config }: View): string =>
  config.aspectRatio
    ? ''
    : items
        .map(({ asset, shape, _isClear }, index) => {
          const { share, pixels } = ownWidth(asset.width, shape, _isClear)
          return pixels < columnWidth
            ? `.i${index}{--own:min(${(100 * share).toFixed(2)}cqi,${Math.ceil(pixels)}px)}`
            : ''
        })
        .join('')

/** Boxes have the proportions of their pictures, unless all have the same. */
const boxesOf = ({ config }: View) =>
  config.aspectRatio
    ? { _widest: () => columnWidth }
    : { _widest: () => 0, _room: () => [clearRoom, clearRoom] as const }
