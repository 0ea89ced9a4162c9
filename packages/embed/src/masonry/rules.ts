import { fillColumns, type Piece, type Position } from './columns.js'

type Wishes = {
  /** 0 for as many as fit. */
  columns: number
  minColumnWidth: number
  gap: number
  _hasPair: boolean
  captionPosition: string
}

const mostColumns = 12
/** Minimum column width, pixels. A requested number of columns is reduced to respect it. */
const leastWidth = 80

/**
 * Rules that position each piece at every container width: one block per number of columns. Heights
 * are computed from the pictures' sizes, so there is no measuring, no layout shift and no script.
 */
export function masonryRules(pieces: readonly Piece[], wishes: Wishes, shown: number): string {
  const { columns } = wishes
  const most = Math.max(1, columns || Math.min(mostColumns, pieces.length))
  const laidOut =
    wishes.captionPosition === 'below'
      ? pieces
      : pieces.map(({ shape }) => ({ shape, _hasCaption: false }))
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1
    const block = blockOf(laidOut, count, shown)
    return count === 1 ? block : `@container (min-width:${columnStart(wishes, count)}px){${block}}`
  }).join('')
}

/** Width at which a widget has so many columns, pixels. Two of them fit into 320 px unless the owner says otherwise. */
export function columnStart(
  { columns, minColumnWidth, gap, _hasPair }: Wishes,
  count: number,
): number {
  const least = columns > 0 ? leastWidth : minColumnWidth
  const start = count * least + (count - 1) * gap
  return count === 2 && _hasPair ? Math.min(320, start) : start
}

function blockOf(pieces: readonly Piece[], count: number, shown: number): string {
  const { _positions } = fillColumns(pieces, count)
  const whole =
    shown < pieces.length ? `@media(scripting:none){ul{height:${heightIn(pieces, count)}}}` : ''
  const list = `ul{--k:${count};height:${heightIn(pieces.slice(0, shown), count)}}${whole}`
  return (
    list + _positions.map((position, index) => `.i${index}{${declarationsOf(position)}}`).join('')
  )
}

/** Height of the list with these pieces. */
function heightIn(pieces: readonly Piece[], count: number): string {
  const { ends } = fillColumns(pieces, count)
  return `max(${['0px', ...ends.filter((end) => end._pieces > 0).map(heightOf)].join()})`
}

/** No gap follows the last piece. */
const heightOf = ({ height, _pieces, _captions }: Position): string =>
  `${round(height)}*var(--w) + ${_pieces - 1}*var(--vitrine-gap) + ${_captions}*var(--caption)`

const declarationsOf = ({ column, height, _pieces, _captions }: Position): string =>
  `--c:${column};--r:${round(height)};--g:${_pieces};--t:${_captions}`

const round = (height: number): string => `${Number(height.toFixed(4))}`
