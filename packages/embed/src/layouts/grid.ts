import { cellRanges, rulesFor, widestColumn } from '../columns/ranges.js'
import type { Layout } from '../layout.js'
import { formRows, rowStarts } from '../rows/rows.js'
import css from '../styles/grid.css'
import more from '../styles/more.css'
import type { Item, View } from '../view.js'
import { insetRules } from './insets.js'
import { list, startMore } from './list.js'

/** Cells of equal size, in a given number of columns or as many as fit; or rows that are filled. */
export const layout: Layout = {
  css: more + css,
  _template: (view) => list(view, { class: view.config.rows ? 'rows' : 'cells' }),
  _rules: (view) => {
    const { config, items } = view
    const widest = widestColumn(cellsOf(config, items.length), config.gap)
    const boxes = {
      _widest: ({ shape }: Item) => (config.rows ? (2 * config.rowHeight) / shape : widest),
    }
    return rules(view, view._shown) + insetRules(view, boxes)
  },
  _start: (parts) => startMore(parts, (shown) => rules(parts.view, shown)),
}

const rules = ({ config, items }: View, shown: number): string =>
  config.rows
    ? rowRules(
        items.slice(0, shown).map(({ shape }) => shape),
        config,
      )
    : cellRules(config, items)

const cellsOf = (config: View['config'], count: number) =>
  cellRanges(config, config.loadMore || count, !!config.aspectRatio && !config.loadMore)

function cellRules(config: View['config'], items: View['items']): string {
  const last = items.length - 1
  const fit = items[last]?._fit
  const wide = [
    `.i${last}{grid-column:1/-1;--vitrine-aspect-ratio:${2 * config.aspectRatio}}`,
    fit ? `.i${last} .p${last}{--vitrine-fit:${Number(fit) / 2}}` : '',
  ].join('')
  return rulesFor(
    cellsOf(config, items.length),
    ({ count, isLastWide }) => `.cells{--k:${count}}${isLastWide ? wide : ''}`,
  )
}

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
