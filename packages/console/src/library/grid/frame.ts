/** Columns of one width with gaps, between two edges. px. */
export type Columns = { count: number; width: number; gap: number; edge: number }

export type Corner = { x: number; y: number }

/** The cells that a frame touches: whole rows from `first` to `last`, and in them these columns. */
export type FramedCells = { rows: [number, number]; columns: [number, number] }

/**
 * @param from where the frame began and `to` where it is, in the list: not in the part in sight.
 * @param rowHeight with the gap below.
 */
export function cellsIn(
  from: Corner,
  to: Corner,
  columns: Columns,
  { rowHeight, rowCount }: { rowHeight: number; rowCount: number },
): FramedCells | null {
  const { count, width, gap, edge } = columns
  const [left, right] = [Math.min(from.x, to.x) - edge, Math.max(from.x, to.x) - edge]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const firstColumn = Math.max(0, Math.ceil((left - width) / (width + gap)))
  const lastColumn = Math.min(count - 1, Math.floor(right / (width + gap)))
  const firstRow = Math.max(0, Math.ceil((top - (rowHeight - gap)) / rowHeight))
  const lastRow = Math.min(rowCount - 1, Math.floor(bottom / rowHeight))
  if (lastColumn < firstColumn || lastRow < firstRow || right < 0 || bottom < 0) return null
  return { rows: [firstRow, lastRow], columns: [firstColumn, lastColumn] }
}

/** The ids inside the frame, out of the ids of all rows that it touches. */
export function idsIn(
  { rows, columns }: FramedCells,
  columnCount: number,
  ofRows: readonly string[],
): string[] {
  const [firstColumn, lastColumn] = columns
  return Array.from({ length: rows[1] - rows[0] + 1 }, (_, row) =>
    ofRows.slice(row * columnCount + firstColumn, row * columnCount + lastColumn + 1),
  ).flat()
}

export const isSameFrame = (a: FramedCells | null, b: FramedCells | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
