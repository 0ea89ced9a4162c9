import css from '../styles/grid.css'
import type { Layout } from './layout.js'

/** Cells of equal size, in a given number of columns or as many as fit. */
export const layout: Layout = {
  css,
  _template: ({ name, items }) => [
    'ul',
    { role: 'list', 'aria-label': name },
    ...items.map(({ content }) => ['li', {}, content] as const),
  ],
}
