import extraCss from '../styles/thumbnails.css'

export { extraCss }

/** Scrolls the row of thumbnails so that this one is in its middle. */
export function showThumbnail(row: Element, index: number): void {
  const [all, one] = [row, row.children[index] ?? row].map((part) => part.getBoundingClientRect())
  if (all && one) row.scrollLeft += one.left - all.left + (one.width - all.width) / 2
}
