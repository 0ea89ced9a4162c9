import type { Layout } from '../layout.js'
import { formRows, rowStarts } from '../rows/rows.js'
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

/**
 * Rules that set two custom properties of each picture, `--r`, the ratio of its row, and `--g`, the number of
 * gaps in it. Each rule is for the row's first picture and all after it, and the next row's rule overrides it.
 */
const rowRules = (shapes: readonly number[], wishes: { gap: number; rowHeight: number }): string =>
  rowStarts
    .map((start) => {
      const rows = formRows(shapes, wishes, start).map(
        ({ _start, _end, _ratio }) =>
          `li:nth-child(n+${_start + 1}){--r:${Number(_ratio.toFixed(4))};--g:${_end - _start - 1}}`,
      )
      return `@container (min-width:${start}px){${rows.join('')}}`
    })
    .join('')
