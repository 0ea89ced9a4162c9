import { captionLines } from '../captions/measure.js'
import { type Wishes as Columns, columnRanges, type Range, rulesFor } from '../columns/ranges.js'
import { fillColumns, type Piece, type Position } from './columns.js'

export type Wishes = Columns & { captionPosition: string; showCaptions: boolean }

/** A picture, and its caption if there is one. */
export type Captioned = { shape: number; caption: string }

/**
 * Rules that position each piece at every container width: one block per number of columns. Heights
 * are computed from the pictures' sizes, so there is no measuring, no layout shift and no script.
 */
export const masonryRules = (
  pieces: readonly Captioned[],
  wishes: Wishes,
  shown: number,
  fontSize: number,
): string =>
  rulesFor(columnRanges(wishes, pieces.length), (range) =>
    blockOf(piecesIn(pieces, wishes, range, fontSize), range.count, shown),
  )

/** The lines of captions follow from the narrowest columns of the range: no caption gets more room than it may need. */
export function piecesIn(
  pieces: readonly Captioned[],
  { captionPosition, gap, showCaptions }: Wishes,
  { from, count }: Range,
  fontSize: number,
): Piece[] {
  const width = (Math.max(leastWidth, from) - (count - 1) * gap) / count
  const isBelow = showCaptions && captionPosition !== 'overlay'
  return pieces.map(({ shape, caption }) => ({
    shape,
    text: isBelow && caption ? textHeight(captionLines(caption, width, fontSize)) : 0,
  }))
}

/** A widget is hardly ever narrower, pixels. */
const leastWidth = 200

/** Height of a caption, in font sizes; as in `captions.css`. */
const textHeight = (lines: number): number => 1.2 + 1.45 * lines

function blockOf(pieces: readonly Piece[], count: number, shown: number): string {
  const { _positions, ends } = fillColumns(pieces, count)
  const whole = shown < pieces.length ? `@media(scripting:none){ul{${heightOf(ends)}}}` : ''
  const list = `ul{--k:${count};${heightOf(fillColumns(pieces, count, shown).ends)}}${whole}`
  return (
    list +
    _positions
      .map((position, index) => {
        const isShort = pieces[index]?.text === textHeight(1)
        return `.i${index}{${declarationsOf(position)}${isShort ? ';--l:1' : ''}}`
      })
      .join('')
  )
}

/** No gap follows the last piece of a column. The height of an empty column is negative, so it does not count. */
const heightOf = (ends: readonly Position[]): string =>
  `height:max(0px,${ends.map(
    ({ height, _pieces, text }) =>
      `${round(height)}*var(--w) + ${_pieces - 1}*var(--vitrine-gap) + ${round(text)}*var(--font)`,
  )})`

const declarationsOf = ({ _column, height, _pieces, text }: Position): string =>
  `--c:${_column};--r:${round(height)};--g:${_pieces}${text ? `;--t:${round(text)}` : ''}`

const round = (height: number): number => Number(height.toFixed(4))
