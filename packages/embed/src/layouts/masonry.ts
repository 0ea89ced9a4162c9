import { masonryRules } from '../masonry/rules.js'
import css from '../styles/masonry.css'
import type { Layout } from './layout.js'

/** Columns of pictures in their own proportions; each picture goes to the shortest column. */
export const layout: Layout = {
  css,
  _template: ({ name, items }) => [
    'ul',
    { role: 'list', 'aria-label': name },
    ...items.map(({ content }, index) => ['li', { class: `i${index}` }, content] as const),
  ],
  _rules: ({ items, config }) => masonryRules(items, config),
}
