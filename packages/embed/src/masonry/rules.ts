import { fillColumns, type Piece, type Place } from './columns.js'

type Wishes = {
  /** 0 for as many as fit. */
  columns: number
  minColumnWidth: number
  gap: number
  captionPosition: string
}

const mostColumns = 12
/** Minimum column width, pixels. A requested number of columns is reduced to respect it. */
const leastWidth = 80

/**
 * Rules that position each piece at every container width: one block per number of columns. Heights
 * are computed from the pictures' sizes, so there is no measuring, no layout shift and no script.
 */
export function masonryRules(pieces: readonly Piece[], wishes: Wishes): string {
  const { columns, minColumnWidth, gap } = wishes
  const least = columns > 0 ? leastWidth : minColumnWidth
  const most = Math.max(1, columns || Math.min(mostColumns, pieces.length))
  const laidOut =
    wishes.captionPosition === 'below'
      ? pieces
      : pieces.map(({ shape }) => ({ shape, _hasCaption: false }))
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1
    const block = blockOf(laidOut, count)
    return count === 1 ? block : `@container (min-width:${count * least + index * gap}px){${block}}`
  }).join('')
}

function blockOf(pieces: readonly Piece[], count: number): string {
  const { _places, ends } = fillColumns(pieces, count)
  const heights = ['0px', ...ends.filter((end) => end._pieces > 0).map(heightOf)]
  const list = `ul{--k:${count};height:max(${heights.join()})}`
  return list + _places.map((place, index) => `.i${index}{${declarationsOf(place)}}`).join('')
}

/** No gap follows the last piece. */
const heightOf = ({ height, _pieces, _captions }: Place): string =>
  `${round(height)}*var(--w) + ${_pieces - 1}*var(--vitrine-gap) + ${_captions}*var(--caption)`

const declarationsOf = ({ column, height, _pieces, _captions }: Place): string =>
  `--c:${column};--r:${round(height)};--g:${_pieces};--t:${_captions}`

const round = (height: number): string => `${Number(height.toFixed(4))}`
