import type { Columns } from './frame.ts'
import type { Geometry } from './window.ts'

type Size = { width: number; height: number }

/** px, from a window of this width on. */
const wide = { least: 168, gap: 16, edge: 24 }
const narrow = { least: 104, gap: 8, edge: 12 }
const wideFrom = 720
/** Name and badges below a picture. */
const textHeight = 34
/** Around the picture in its cell. */
const padding = 12

/** How many cells of which size fit beside one another; `picture` is the width of the picture in a cell. */
export function geometryOf(
  count: number,
  { width, height }: Size,
): { grid: Geometry; picture: number; columns: Columns } {
  const { least, gap, edge } = width < wideFrom ? narrow : wide
  const columns = Math.max(2, Math.floor((width - 2 * edge + gap) / (least + gap)))
  const cell = Math.max(least / 2, (width - 2 * edge - (columns - 1) * gap) / columns)
  return {
    grid: { count, columns, rowHeight: Math.round(cell + textHeight + gap), viewport: height },
    picture: cell - padding,
    columns: { count: columns, width: cell, gap, edge },
  }
}
