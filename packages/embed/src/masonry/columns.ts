export type Piece = {
  shape: number
  /** Height of the caption, in font sizes; 0 without one. */
  text: number
}

/** A piece's column and the heights above it in that column. */
export type Position = {
  column: number
  /** Sum of the aspect ratios above: heights in column widths. */
  height: number
  _pieces: number
  /** Sum of the captions above, in font sizes. */
  text: number
}

/** Weight of a gap and of a font size of captions when columns are compared, in column widths. */
const gapShare = 0.06
const textShare = 0.05

/**
 * Puts each piece, in order, into the shortest column; the first one on a tie.
 *
 * @returns the position of each piece, and the position below the last piece of each column.
 */
export function fillColumns(pieces: readonly Piece[], count: number) {
  const ends: Position[] = Array.from({ length: count }, (_, column) => ({
    column,
    height: 0,
    _pieces: 0,
    text: 0,
  }))
  const positions = pieces.map((piece) => {
    const position = ends.reduce((best, end) => (fullness(end) < fullness(best) ? end : best))
    ends[position.column] = {
      column: position.column,
      height: position.height + piece.shape,
      _pieces: position._pieces + 1,
      text: position.text + piece.text,
    }
    return position
  })
  return { _positions: positions, ends }
}

const fullness = ({ height, _pieces, text }: Position): number =>
  height + gapShare * _pieces + textShare * text
