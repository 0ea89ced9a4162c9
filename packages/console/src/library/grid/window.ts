/** A grid of cells of one size. Lengths in px. */
export type Geometry = {
  count: number
  columns: number
  rowHeight: number
  /** The height of the visible part, pixels. */
  viewport: number
}

/**
 * Browsers cut elements off at 16.7 million px (Chrome) or 17.9 million (Firefox), less on dense screens. A
 * longer list scrolls on a shorter track, so its position differs from the position of the scroll bar.
 */
export const mostPx = 8_000_000

/** Rows beyond the edges, so that a fast wheel meets no blank. */
const spareRows = 2

export const rowsOf = ({ count, columns }: Geometry): number => Math.ceil(count / columns)
export const heightOf = (grid: Geometry): number => rowsOf(grid) * grid.rowHeight
export const trackOf = (grid: Geometry): number => Math.min(mostPx, heightOf(grid))

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))
const mostOffset = (grid: Geometry): number => Math.max(0, heightOf(grid) - grid.viewport)
const mostScroll = (grid: Geometry): number => Math.max(0, trackOf(grid) - grid.viewport)

/** Where the grid is: `offset` in the list, `scroll` on the track. */
export type Position = { offset: number; scroll: number }

/** The position whose row at the top edge is at `offset`. */
export function positionAt(grid: Geometry, offset: number): Position {
  const most = mostOffset(grid)
  const at = clamp(offset, most)
  return { offset: at, scroll: most === 0 ? 0 : (at / most) * mostScroll(grid) }
}

/**
 * After the browser has scrolled to `scroll`. A step within the view moves the list by as much, however
 * long it is; a jump, as with the scroll bar, goes to the same part of the list.
 */
export function scrolled(grid: Geometry, from: Position, scroll: number): Position {
  const ends = mostScroll(grid)
  const step = scroll - from.scroll
  const isStep = Math.abs(step) <= grid.viewport && scroll > 0 && scroll < ends
  if (isStep) return { offset: clamp(from.offset + step, mostOffset(grid)), scroll }
  return {
    offset: ends === 0 ? 0 : clamp((scroll / ends) * mostOffset(grid), mostOffset(grid)),
    scroll,
  }
}

/** The rows to render, `last` included; -1 for none. */
export function rowsInSight(grid: Geometry, { offset }: Position): { first: number; last: number } {
  const first = Math.floor(offset / grid.rowHeight) - spareRows
  const last = Math.ceil((offset + grid.viewport) / grid.rowHeight) + spareRows - 1
  return { first: Math.max(0, first), last: Math.min(rowsOf(grid) - 1, last) }
}

/** Where a row is on the track, so that it is in sight where the list has it. */
export const topOf = (grid: Geometry, { offset, scroll }: Position, row: number): number =>
  row * grid.rowHeight - offset + scroll

/** The first cell of the row at the top edge. */
export const topIndexOf = (grid: Geometry, { offset }: Position): number =>
  Math.floor(offset / grid.rowHeight) * grid.columns

/** Where the row of a cell begins. */
export const offsetOf = (grid: Geometry, index: number): number =>
  Math.floor(index / grid.columns) * grid.rowHeight

/** The nearest offset at which a cell is in sight whole. */
export function offsetShowing(grid: Geometry, offset: number, index: number): number {
  const top = offsetOf(grid, index)
  const bottom = top + grid.rowHeight
  if (top < offset) return top
  return bottom > offset + grid.viewport ? clamp(bottom - grid.viewport, mostOffset(grid)) : offset
}

export type Direction = 'ltr' | 'rtl'

/** The cell that a key leads to; null for keys that lead nowhere. */
export function stepOf(
  grid: Geometry,
  key: string,
  from: number,
  direction: Direction = 'ltr',
): number | null {
  const { columns, count, viewport, rowHeight } = grid
  const page = Math.max(1, Math.floor(viewport / rowHeight)) * columns
  const right = direction === 'ltr' ? 1 : -1
  const steps: ReadonlyMap<string, number> = new Map([
    ['ArrowRight', from + right],
    ['ArrowLeft', from - right],
    ['ArrowDown', from + columns],
    ['ArrowUp', from - columns],
    ['PageDown', from + page],
    ['PageUp', from - page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const to = steps.get(key)
  if (to === undefined || count === 0) return null
  const isVertical = key === 'ArrowDown' || key === 'ArrowUp'
  if (isVertical && (to < 0 || to >= count)) return from
  return Math.max(0, Math.min(count - 1, to))
}
