export type Piece = {
  shape: number
  /** Height of the caption, in font sizes; 0 without one. */
  text: number
}

/** A piece's column and the heights above it in that column. */
export type Position = {
  _column: number
  /** Sum of the aspect ratios above: heights in column widths. */
  height: number
  _pieces: number
  /** Sum of the captions above, in font sizes. */
  text: number
}

/** Weight of a gap, and of a font size of captions, when columns are compared, in column widths. */
const gapShare = 0.05

/** Number of the last pieces, of which the highest choose their columns first. */
const last = 4

/**
 * Puts each piece into the shortest column; the first one on a tie. They choose in order, but the last ones by height, so
 * that the columns end at about the same height. Within a column, all are in order.
 *
 * @param shown number of the first pieces that count.
 * @returns their positions, and the position below the last one of each column.
 */
export function fillColumns(pieces: readonly Piece[], count: number, shown = pieces.length) {
  const columns = columnsOf(pieces, count)
  const ends: Position[] = Array.from({ length: count }, (_, _column) => ({
    _column,
    height: 0,
    _pieces: 0,
    text: 0,
  }))
  const positions = pieces.slice(0, shown).map(({ shape, text }, index) => {
    const position = { ...ends[columns[index] ?? 0] } as Position
    const end = ends[position._column] as Position
    end.height += shape
    end._pieces++
    end.text += text
    return position
  })
  return { _positions: positions, ends }
}

function columnsOf(pieces: readonly Piece[], count: number): number[] {
  const all = [...pieces.entries()]
  // The first row keeps the order.
  const late = all
    .splice(Math.max(count, all.length - last))
    .sort(([, one], [, other]) => other.shape - one.shape)
  const ends: number[] = Array(count).fill(0)
  const columns: number[] = []
  for (const [index, { shape, text }] of [...all, ...late]) {
    const least = Math.min(...ends)
    const column = ends.indexOf(least)
    columns[index] = column
    ends[column] = least + shape + gapShare * (1 + text)
  }
  return columns
}
