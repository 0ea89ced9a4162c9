import type { Layout } from '../layout.js'
import css from '../styles/list-vertical.css'
import more from '../styles/more.css'
import type { Item, View } from '../view.js'
import { columnWidth, narrowest } from './boxes.js'
import { insetRules } from './insets.js'
import { list, startMore } from './list.js'

/** Pictures below each other in one column; scrolls if its height is bounded. */
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
  _rules: (view) => columnRules(view) + insetRules(view, boxesOf(view)),
  _start: (parts) => startMore(parts),
}

/** Whether the height of a picture is its own: it is not enlarged. */
const isSmall = ({ asset, _isClear }: Item, { config }: View): boolean =>
  !config.aspectRatio && !_isClear && asset.width < columnWidth

const columnRules = (view: View): string => {
  const least = narrowest(view.items.map(({ shape }) => shape))
  const failed = view.items.map((item, index) =>
    isSmall(item, view) ? `.p${index}.failed{--across:min(100%,${item.asset.width}px)}` : '',
  )
  return `ul{--narrowest:${least.toFixed(4)}}${failed.join('')}`
}

/** A small picture is as high as it is; its box is as wide as the column. */
const boxesOf = ({ config }: View) => ({
  _widest: () => columnWidth,
  ...(!config.aspectRatio && {
    _height: ({ shape, _isClear }: Item) => (_isClear ? `var(--across)*${shape.toFixed(4)}` : ''),
  }),
})
