import type { Layout } from '../layout.js'
import { rowRules } from '../rows/rules.js'
import css from '../styles/grid.css'
import more from '../styles/more.css'
import type { View } from '../view.js'
import { list, startMore } from './list.js'

/** Cells of equal size, in a given number of columns or as many as fit; or rows that are filled. */
export const layout: Layout = {
  css: more + css,
  _template: (view) =>
    list(view, {
      class: view.config.rows ? 'rows' : view.config._hasPair ? 'cells pair' : 'cells',
    }),
  _rules: (view) => rules(view, view._shown),
  _start: (parts) => startMore(parts, (shown) => rules(parts.view, shown)),
}

const rules = ({ config, items }: View, shown: number): string =>
  config.rows
    ? rowRules(
        items.slice(0, shown).map(({ shape }) => shape),
        config,
      )
    : ''
