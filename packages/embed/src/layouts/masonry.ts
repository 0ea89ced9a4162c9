import { columnRanges, widestColumn } from '../columns/ranges.js'
import type { Layout } from '../layout.js'
import { masonryRules } from '../masonry/rules.js'
import css from '../styles/masonry.css'
import more from '../styles/more.css'
import type { View } from '../view.js'
import { insetRules } from './insets.js'
import { list, startMore } from './list.js'

/** Columns of pictures in their own proportions; each picture goes to the shortest column. */
export const layout: Layout = {
  css: more + css,
  _template: (view) => list(view),
  _rules: (view) => {
    const { config, items } = view
    const widest = widestColumn(columnRanges(config, items.length), config.gap)
    return rules(view, view._shown) + insetRules(view, { _widest: () => widest })
  },
  _start: (parts) => startMore(parts, (shown) => rules(parts.view, shown)),
}

const rules = ({ items, config, _fontSize }: View, shown: number): string =>
  masonryRules(items, config, shown, _fontSize)
