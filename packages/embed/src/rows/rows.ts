/** Rounded as in the stylesheet: the rows must not be wider than the widget by rounding. */
export const ratioIn = (shape: number): number => Number((1 / shape).toFixed(4))

/** The wishes of a widget's owner, pixels. */
type Wishes = { gap: number; rowHeight: number }

export type Row = {
  /** Index of its first picture, and of the picture after its last. */
  _start: number
  _end: number
  /** Ratio of its width, without the gaps, and its height. */
  _ratio: number
}

/**
 * The starts of the ranges of widths, pixels. Within a range, each row keeps its pictures and grows with the
 * widget, so the widget's height is a linear function of its width.
 */
export const rowStarts: readonly number[] = Array.from({ length: 14 }, (_, index) =>
  index === 0 ? 0 : Math.round(240 * 1.2 ** (index - 1)),
)

/**
 * Puts pictures, in order, into rows that are about as high as wished in the middle of a range of widths.
 *
 * @param shapes height divided by width of each picture.
 * @param start one of `rowStarts`.
 */
export function formRows(shapes: readonly number[], wishes: Wishes, start: number): Row[] {
  const { gap, rowHeight } = wishes
  const width = 1.1 * Math.max(start, 200)
  const rows: Row[] = []
  let row: Row = { _start: 0, _end: 0, _ratio: 0 }
  const room = (count: number) => (width - (count - 1) * gap) / rowHeight
  shapes.forEach((shape, index) => {
    const ratio = ratioIn(shape)
    const count = index - row._start
    const sum = row._ratio + ratio
    // Without this picture the row would be too high, with it too low: the smaller error counts.
    if (count > 0 && sum * row._ratio > room(count + 1) * room(count)) {
      rows.push(row)
      row = { _start: index, _end: index, _ratio: 0 }
    }
    row = { _start: row._start, _end: index + 1, _ratio: row._ratio + ratio }
  })
  // The last row is filled only if its pictures suffice.
  const count = row._end - row._start
  return [...rows, { ...row, _ratio: Math.max(row._ratio, room(count)) }]
}
