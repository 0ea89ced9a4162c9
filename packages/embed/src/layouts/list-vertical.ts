import type { Markup } from '../markup/markup.js'
import css from '../styles/list-vertical.css'
import type { Layout } from './layout.js'

/** One below the other, at the widget's full width; scrolls by itself where its height is bounded. */
export const layout: Layout = {
  css,
  template: ({ config, labels, name, items }) => {
    const list: Markup = [
      'ul',
      { role: 'list', 'aria-label': name },
      ...items.map(({ content }) => ['li', {}, content] as const),
    ]
    if (config.maxHeight === 0) return list
    // Without a place in the tab order it could not be scrolled by keys.
    const scroller = { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.slides }
    return ['div', { class: 'ring' }, ['div', scroller, list]]
  },
}
