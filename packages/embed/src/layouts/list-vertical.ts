import type { Layout } from '../layout.js'
import css from '../styles/list-vertical.css'
import more from '../styles/more.css'
import { list, startMore } from './list.js'

/** Pictures below each other at the widget's full width; scrolls if its height is bounded. */
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
  _start: (parts) => startMore(parts),
}
