import type { Element } from '../markup/markup.js'
import type { Item, View } from '../view.js'

/** A modal dialog with all pictures in a row, one of them in view. */
export function lightboxMarkup({ items, labels, name, _arrows, button }: View): Element {
  return [
    'dialog',
    { class: 'lightbox', 'aria-label': name },
    ['div', { class: 'count', 'aria-live': 'polite' }],
    button(
      'zoom',
      labels.zoomIn,
      'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5M8 11h6M11 8v6',
    ),
    button('close', labels.close, 'M6 6l12 12M18 6L6 18'),
    ...(items.length > 1 ? _arrows : []),
    ['div', { class: 'pages' }, ...items.map(page)],
    ['div', { class: 'title' }],
  ]
}

const page = ({ _picture, name }: Item): Element => [
  'div',
  // Focusable, so that the keyboard can scroll a zoomed picture.
  { class: 'page', tabindex: 0, role: 'group', 'aria-label': name },
  ['img', { ..._picture, sizes: '100vw', loading: 'lazy', fetchpriority: 'auto' }],
]
