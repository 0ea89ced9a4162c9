import type { Markup } from '../markup/markup.js'
import css from '../styles/list-vertical.css'
import type { Layout } from './layout.js'

/** Pictures below each other at the widget's full width; scrolls if its height is bounded. */
export const layout: Layout = {
  css,
  _template: ({ config, labels, name, items }) => {
    const list: Markup = [
      'ul',
      { role: 'list', 'aria-label': name },
      ...items.map(({ content }) => ['li', {}, content] as const),
    ]
    if (config.maxHeight === 0) return list
    // Focusable, so that the keyboard can scroll it.
    const scroller = { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.slides }
    return ['div', { class: 'ring' }, ['div', scroller, list]]
  },
}
