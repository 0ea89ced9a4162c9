import type { Layout } from '../layout.js'
import { masonryRules } from '../masonry/rules.js'
import css from '../styles/masonry.css'
import more from '../styles/more.css'
import { list, startMore } from './list.js'

/** Columns of pictures in their own proportions; each picture goes to the shortest column. */
export const layout: Layout = {
  css: more + css,
  _template: list,
  _rules: ({ items, config, _shown }) => masonryRules(items, config, _shown),
  _start: (parts) =>
    startMore(parts, (shown) => masonryRules(parts.view.items, parts.view.config, shown)),
}
