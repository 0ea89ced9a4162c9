export type Piece = { shape: number; hasCaption: boolean }

/** Where a piece is, and what is above it in its column. */
export type Place = {
  column: number
  /** Sum of the shapes above: heights in widths of a column. */
  height: number
  pieces: number
  captions: number
}

/** What a gap and a caption count when columns are compared, in widths of a column. */
const gapShare = 0.06
const captionShare = 0.2

/**
 * Puts each piece, in order, into the column that is shortest so far, the first one of several.
 *
 * @returns a place for each piece, and one below the last piece of each column.
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
