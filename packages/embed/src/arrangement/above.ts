import { followable } from '../followable.js'
import type { Labels } from '../labels/labels.js'
import type { Element } from '../markup/markup.js'
import type { Arranging } from './config.js'

/** The heading, the text and the button of a widget, and a row of buttons for tags. */
export function above({ title, text, button, tags }: Arranging, labels: Labels): Element[] {
  const header: Element[] = [
    ...(title ? [['h2', { class: 'title', part: 'title' }, title] as const] : []),
    ...(text ? [['p', { class: 'text', part: 'text' }, text] as const] : []),
    ...(button && (!button.url || followable.test(button.url))
      ? [
          [
            'a',
            { class: 'button', part: 'button', href: button.url || false },
            button.label,
          ] as const,
        ]
      : []),
  ]
  const rows: Element[] = [
    ...(header.length > 0
      ? [['div', { class: 'header', part: 'header' }, ...header] as const]
      : []),
    ...(tags.length > 0 ? [filter(tags, labels)] : []),
  ]
  return rows.length > 0 ? [['div', { class: 'above' }, ...rows]] : []
}

/** Buttons that toggle: the pressed one tells which pictures are shown. */
const filter = (tags: readonly string[], labels: Labels): Element => [
  'div',
  { class: 'filter', part: 'filter', role: 'group', 'aria-label': labels.filter ?? 'Filter' },
  ...[labels.all ?? 'All', ...tags].map(
    (text, index): Element => [
      'button',
      { class: 'tag', part: 'tag', type: 'button', 'aria-pressed': `${index === 0}` },
      text,
    ],
  ),
  // Announces how many pictures are left.
  ['div', { class: 'found', role: 'status' }],
]
