/** From a width on, in pixels, a widget has so many columns. */
export type Range = { from: number; count: number }

export type Wishes = {
  /** 0 for as many as fit. */
  columns: number
  minColumnWidth: number
  gap: number
  /** Numbers of columns by the widget's width, pixels. */
  columnsAt: Readonly<Record<string, unknown>>
  _hasPair: boolean
}

const mostColumns = 12
/** Minimum column width, pixels. A requested number of columns is reduced to respect it. */
const leastWidth = 80

/**
 * The numbers of columns by the widget's width, in ascending order.
 *
 * @param most pictures of a widget: it has no more columns than that, unless its owner says so.
 */
export function columnRanges(wishes: Wishes, most: number): Range[] {
  const { columns, gap } = wishes
  const chosen = chosenRanges(wishes)
  const fitting = Array.from(
    { length: Math.max(1, columns || Math.min(mostColumns, most)) },
    (_, index) => ({ from: startOf(wishes, index + 1), count: index + 1 }),
  )
  const limit = chosen[0]?.from ?? Number.POSITIVE_INFINITY
  return [
    ...fitting.filter(({ from }) => from < limit),
    ...chosen.map(({ from, count }) => ({
      from,
      count: Math.max(1, Math.min(count, Math.floor((from + gap) / (leastWidth + gap)))),
    })),
  ]
}

/** Width at which so many columns fit, pixels. Two of them fit into 240 px unless the owner says otherwise. */
function startOf({ columns, minColumnWidth, gap, _hasPair }: Wishes, count: number): number {
  if (count === 1) return 0
  const least = columns > 0 ? leastWidth : Math.max(leastWidth, minColumnWidth)
  const start = count * least + (count - 1) * gap
  return count === 2 && _hasPair ? Math.min(240, start) : start
}

/** What the owner wishes; invalid entries are ignored. */
const chosenRanges = ({ columnsAt }: Wishes): Range[] =>
  Object.entries(columnsAt ?? {})
    .map(([from, count]) => ({ from: Number(from), count: Number(count) }))
    .filter(({ from, count }) => from > 0 && count >= 1 && count <= mostColumns)
    .sort((one, other) => one.from - other.from)

/** Columns of a grid in a range of widths. */
export type Cells = Range & {
  /** Whether the last picture is alone in its row and fills it, in a frame that is twice as wide. */
  isLastWide: boolean
}

/**
 * The same for a grid of cells: up to three pictures fill their row, and there are so many columns that the last
 * row is as full as possible.
 *
 * @param count of the pictures; with a button for more, the number of those that each use of it shows.
 * @param isWhole whether these are all pictures, and their frames have one ratio.
 */
export function cellRanges(wishes: Wishes, count: number, isWhole: boolean): Cells[] {
  const isChosen = (from: number) => chosenRanges(wishes).some((one) => one.from <= from)
  const ranges = columnRanges(wishes, mostColumns)
  const tight = wishes._hasPair
    ? columnRanges({ ...wishes, minColumnWidth: tightness * wishes.minColumnWidth }, mostColumns)
    : ranges
  return [...new Set([...ranges, ...tight].map(({ from }) => from))]
    .sort((one, other) => one - other)
    .map((from) => {
      const fitting = rangeAt(ranges, from)?.count ?? 1
      const isOwn = wishes.columns > 0 || isChosen(from)
      const most = Math.min(fitting + 1, rangeAt(tight, from)?.count ?? fitting)
      const columns = isOwn ? fitting : balanced(fitting, most, count)
      const isAlone = count === 1 ? fitting > 2 : columns === 2 && count % 2 === 1
      return { from, count: columns, isLastWide: isWhole && !isOwn && isAlone }
    })
    .filter(({ count, isLastWide }, index, all) => {
      const before = all[index - 1]
      return before?.count !== count || before.isLastWide !== isLastWide
    })
}

/** Columns may have this part of their least width if that fills the last row, unless the owner chose it. */
const tightness = 0.85

/** Fewer columns than fit, or one more that is a little too narrow, if that fills the last row. */
function balanced(fitting: number, most: number, count: number): number {
  if (count <= fitting) return Math.max(1, count)
  const least = Math.min(fitting, Math.max(2, Math.ceil(fitting / 2)))
  const candidates = Array.from({ length: most - least + 1 }, (_, index) => most - index)
  // How full the last row is. Each column less has its price: pictures get larger. So has one more.
  const value = (columns: number) =>
    (((count - 1) % columns) + 1) / columns - 0.05 * Math.abs(fitting - columns)
  return candidates.reduce((best, one) => (value(one) > value(best) ? one : best))
}

/** The widest that a widget is expected to be, pixels. */
const mostWidth = 2000

/** The most width of a column, or of a last picture that fills its row, pixels. */
export const widestColumn = (ranges: readonly (Range & { isLastWide?: boolean })[], gap: number) =>
  Math.max(
    ...ranges.map(({ count, isLastWide }, index) => {
      const to = ranges[index + 1]?.from ?? mostWidth
      return isLastWide ? to : (to - (count - 1) * gap) / count
    }),
  )

/** The range of a width. */
export const rangeAt = <R extends Range>(ranges: readonly R[], width: number): R | undefined =>
  ranges.findLast(({ from }) => from <= width) ?? ranges[0]

/** Rules for each range of widths. They do not overlap, so none has to undo another. */
export const rulesFor = <R extends Range>(
  ranges: readonly R[],
  rules: (range: R) => string,
): string =>
  ranges
    .map((range, index) => {
      const to = ranges[index + 1]?.from
      return `@container (min-width:${range.from}px)${to ? `and (width<${to}px)` : ''}{${rules(range)}}`
    })
    .join('')
