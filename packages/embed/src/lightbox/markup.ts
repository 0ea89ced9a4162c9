import type { Element } from '../markup/markup.js'
import type { View } from '../view.js'
import { toolLabels } from './tools.js'

export const zoomOutIcon = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5M8 11h6'
export const zoomInIcon = `${zoomOutIcon}M11 8v6`

/** A modal dialog; `pages.ts` adds the pictures. */
export function lightboxMarkup(view: View): Element {
  const { items, name, config, _arrows, button } = view
  // A list, if it is as the contract says.
  const has = (tool: string) => [config.lightboxTools].flat().includes(tool)
  const { close, zoomIn, share, download } = toolLabels(view)
  const isMany = items.length > 1
  return [
    'dialog',
    { class: 'lightbox', 'aria-label': name },
    ['div', { class: 'backdrop' }],
    [
      'div',
      { class: 'tools' },
      ['div', { class: 'count', 'aria-live': 'polite' }],
      ...(has('zoom') ? [button('zoom', zoomIn, zoomInIcon)] : []),
      ...(has('share') ? [button('share', share, 'M12 15V3M8 7l4-4 4 4M6 11H5v9h14v-9h-1')] : []),
      ...(has('download') ? [button('download', download, 'M12 3v12M7 10l5 5 5-5M4 20h16')] : []),
      button('close', close, 'M6 6l12 12M18 6L6 18'),
    ],
    ...(isMany ? _arrows : []),
    ['div', { class: 'stage' }, ['div', { class: 'row' }]],
    ['div', { class: 'words' }],
    ...(isMany && has('thumbnails') ? [strip(view)] : []),
    ['div', { class: 'said', role: 'status' }],
  ]
}

const strip = ({ items, labels }: View): Element => [
  'div',
  { class: 'strip', role: 'group', 'aria-label': labels.pick },
  ...items.map(
    ({ name, _picture }): Element => [
      'button',
      { class: 'thumb', type: 'button', 'aria-label': name, tabindex: -1 },
      [
        'img',
        {
          src: `${_picture.srcset}`.split(' ')[0],
          alt: '',
          class: _picture.class,
          loading: 'lazy',
        },
      ],
    ],
  ),
]
