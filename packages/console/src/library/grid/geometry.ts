import type { Columns } from './frame.ts'
import type { Geometry } from './window.ts'

type Size = { width: number; height: number }

/** px; the list is wide from so many px on. `grid.module.css` has the same gaps, edges and limit. */
const wide = { least: 168, gap: 16, edge: 24 }
const narrow = { least: 104, gap: 8, edge: 12 }
const wideFrom = 560
/** Name and badges below a picture, with the gaps between them. */
const textHeight = 44
/** Around the picture in its cell. */
const padding = 12

const listRowHeight = 56
/** Height of the row with the names of the columns, which stays in sight, px. */
const headHeight = 36

type Layout = {
  grid: Geometry
  /** The width of the picture in a cell. */
  picture: number
  columns: Columns
  /** Above the first row, in sight wherever the list is. */
  head: number
}

/** Lines of one picture, below the names of their columns. */
export const listGeometryOf = (count: number, { width, height }: Size): Layout => ({
  grid: { count, columns: 1, rowHeight: listRowHeight, viewport: Math.max(0, height - headHeight) },
  picture: 0,
  columns: { count: 1, width, gap: 0, edge: 0 },
  head: headHeight,
})

/** How many cells of which size fit beside one another. */
export function geometryOf(count: number, { width, height }: Size): Layout {
  const { least, gap, edge } = width < wideFrom ? narrow : wide
  const columns = Math.max(2, Math.floor((width - 2 * edge + gap) / (least + gap)))
  const cell = Math.max(least / 2, (width - 2 * edge - (columns - 1) * gap) / columns)
  return {
    grid: { count, columns, rowHeight: Math.round(cell + textHeight + gap), viewport: height },
    picture: cell - padding,
    columns: { count: columns, width: cell, gap, edge },
    head: 0,
  }
}
