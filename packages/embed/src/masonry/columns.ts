export type Piece = { shape: number; hasCaption: boolean }

/** A piece's column and the heights above it in that column. */
export type Place = {
  column: number
  /** Sum of the aspect ratios above: heights in column widths. */
  height: number
  pieces: number
  captions: number
}

/** Weight of a gap and of a caption when columns are compared, in column widths. */
const gapShare = 0.06
const captionShare = 0.2

/**
 * Puts each piece, in order, into the shortest column; the first one on a tie.
 *
 * @returns the position of each piece, and the position below the last piece of each column.
 */
export function fillColumns(pieces: readonly Piece[], count: number) {
  const ends: Place[] = Array.from({ length: count }, (_, column) => ({
    column,
    height: 0,
    pieces: 0,
    captions: 0,
  }))
  const places = pieces.map((piece) => {
    const place = ends.reduce((best, end) => (fullness(end) < fullness(best) ? end : best))
    ends[place.column] = {
      column: place.column,
      height: place.height + piece.shape,
      pieces: place.pieces + 1,
      captions: place.captions + (piece.hasCaption ? 1 : 0),
    }
    return place
  })
  return { places, ends }
}

const fullness = ({ height, pieces, captions }: Place): number =>
  height + gapShare * pieces + captionShare * captions
