import type { Attributes, Element } from '../markup/markup.js'
import extraCss from '../styles/thumbnails.css'

export { extraCss }

/** The smallest rendition; the tab has a name, so the picture needs none. */
export const thumbnail = ({ srcset }: Attributes, index: number): Element => [
  'img',
  { src: `${srcset}`.split(' ')[0], alt: '', class: `p${index}`, loading: 'lazy' },
]

/** Scrolls the row of thumbnails so that this one is in its middle. */
export function showThumbnail(row: globalThis.Element, index: number): void {
  const [all, one] = [row, row.children[index] ?? row].map((part) => part.getBoundingClientRect())
  if (all && one) row.scrollLeft += one.left - all.left + (one.width - all.width) / 2
}
