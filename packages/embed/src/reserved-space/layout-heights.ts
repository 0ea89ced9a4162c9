import { besideFrom, controlsOf, inView, perViewStarts } from '../carousel/controls.js'
import { cellRanges, columnRanges, rangeAt } from '../columns/ranges.js'
import { captionOf } from '../figure.js'
import { clearRatio, columnWidth, ownWidth } from '../layouts/boxes.js'
import { fillColumns } from '../masonry/columns.js'
import { piecesIn } from '../masonry/rules.js'
import type { LayoutName } from '../published.js'
import { formRows, ratioIn, rowStarts } from '../rows/rows.js'
import { type Addend, fixed, type Height } from './height.js'
import { at, type Length } from './length.js'
import { captionHeight, figureHeight, type Picture, type Pieces } from './pieces.js'

/** The widths considered, pixels. */
export const leastWidth = 200
export const mostWidth = 2000

/** Heights of the dots and other controls, and of the gap between pictures and scrollbar, pixels. */
const barHeight = 44
const thumbsHeight = 76
const belowStrip = 12
/** Upper bound: classic scrollbars are thinner, overlay scrollbars take no space. */
const scrollbar = 12

type Heights = {
  /** Widths at which the layout changes. */
  starts: number[]
  /** Height between this width and the next. */
  heightIn: (width: number) => Height
  /** Maximum height of a scrolling layout, pixels; 0 for unbounded. */
  bound?: number
}

/** Height without the padding. */
export const layoutHeights: Readonly<Record<LayoutName, (pieces: Pieces) => Heights>> = {
  CAROUSEL: carousel,
  SLIDER: carousel,
  GRID: grid,
  MASONRY: masonry,
  LIST_VERTICAL: verticalList,
  LIST_HORIZONTAL: horizontalList,
}

/** Width of one of several columns. */
const columnOf = (count: number, gap: number): Length => ({
  share: 1 / count,
  pixels: (-gap * (count - 1)) / count,
})

/** The number of columns, at least 1. */
const countIn = (starts: readonly number[], width: number): number =>
  Math.max(1, starts.filter((start) => start <= width).length)

function carousel(pieces: Pieces): Heights {
  const { cap, config, fontSize, pictures } = pieces
  const has = controlsOf(config, pictures.length)
  const starts = perViewStarts(config, has._sideRoom)
  return {
    starts: has._sideRoom ? [...starts, besideFrom] : starts,
    heightIn: (width) => {
      const perView = countIn(starts, width)
      const hasControls = pictures.length > perView
      const isBeside = has._sideRoom > 0 && width >= besideFrom
      const shown = inView(config, pictures.length, perView)
      const column = columnOf(shown, config.gap)
      const room = hasControls && isBeside ? has._sideRoom / shown : 0
      const slide = { ...column, pixels: column.pixels - room }
      const least = at(slide, width)
      const captions = Math.max(...pictures.map((one) => captionHeight(one, least, fontSize)))
      const slides: Addend = {
        lengths: pictures.map((one) => figureHeight(one, slide, least, fontSize)),
        ...((cap > 0 || config._mostHeight > 0) && {
          cap: { percent: cap, pixels: config._mostHeight + captions },
        }),
      }
      const hasBar = has._bar || (has._sideRoom > 0 && !isBeside)
      const bars = (hasBar ? barHeight : 0) + (has._thumbs ? thumbsHeight : 0)
      return [slides, fixed(hasControls ? bars : 0)]
    },
  }
}

function grid(pieces: Pieces): Heights {
  const { config, fontSize, pictures } = pieces
  const { aspectRatio, gap, loadMore } = config
  if (config.rows) return justified(pieces)
  const ranges = cellRanges(config, loadMore || pictures.length, aspectRatio > 0 && !loadMore)
  return {
    starts: ranges.map(({ from }) => from),
    heightIn: (width) => {
      const { count = 1, isLastWide = false } = rangeAt(ranges, width) ?? {}
      const column = columnOf(count, gap)
      const rows = Array.from({ length: Math.ceil(pictures.length / count) }, (_, row) => ({
        lengths: pictures.slice(row * count, (row + 1) * count).map((one, index) => {
          const isWide = isLastWide && row * count + index === pictures.length - 1
          return isWide
            ? figureHeight({ ...one, shape: one.shape / 2 }, columnOf(1, 0), width, fontSize)
            : figureHeight(one, column, at(column, width), fontSize)
        }),
      }))
      return [...rows, fixed((rows.length - 1) * gap)]
    },
  }
}

function justified({ config, fontSize, pictures }: Pieces): Heights {
  const shapes = pictures.map(({ shape }) => shape)
  return {
    starts: [...rowStarts],
    heightIn: (width) => {
      const start = Math.max(...rowStarts.filter((one) => one <= width))
      const rows = formRows(shapes, config, start)
      const lengths = rows.map(({ _start, _end, _ratio }) => {
        const height = { share: 1 / _ratio, pixels: ((_start + 1 - _end) * config.gap) / _ratio }
        return pictures.slice(_start, _end).map(({ shape, caption }) => {
          const column = ratioIn(shape) * at(height, width)
          return figureHeight({ shape: 1, caption }, height, column, fontSize)
        })
      })
      return [...lengths.map((one) => ({ lengths: one })), fixed((rows.length - 1) * config.gap)]
    },
  }
}

function masonry({ all, config, fontSize, pictures }: Pieces): Heights {
  const { gap } = config
  const ranges = columnRanges(config, all.length)
  const pieces = all.map(({ shape, asset }) => ({ shape, caption: captionOf(asset) }))
  return {
    starts: ranges.map(({ from }) => from),
    heightIn: (width) => {
      const range = rangeAt(ranges, width) ?? { from: 0, count: 1 }
      const column = columnOf(range.count, gap)
      const own = piecesIn(pieces, config, range, fontSize)
      const { ends } = fillColumns(own, range.count, pictures.length)
      const lengths = ends.map(({ height, _pieces, text }) => ({
        share: height * column.share,
        pixels: height * column.pixels + (_pieces - 1) * gap + text * fontSize,
      }))
      return [{ lengths }]
    },
  }
}

/** Pictures below each other in a column. None is enlarged, or higher than the window allows. */
function verticalList({ cap, config, fontSize, pictures }: Pieces): Heights {
  const { aspectRatio, gap, maxHeight } = config
  // Many different widths would make the embed code too long.
  const step = new Set(pictures.map(({ asset }) => asset.width)).size > 12 ? 120 : 1
  const boxOf = ({ asset, shape, _isClear }: Picture) => {
    const { share, pixels } = aspectRatio
      ? { share: 1, pixels: columnWidth }
      : ownWidth(asset.width, shape, _isClear)
    const most = Math.min(columnWidth, step * Math.ceil(pixels / step))
    return { share, most, full: most / share }
  }
  // Pictures of about the same shape reach the limit of height at about the same width.
  const groups = new Map<string, Picture[]>()
  for (const one of pictures) {
    const kind = `${boxOf(one).most < columnWidth} ${Math.round(4 * Math.log2(one.shape))}`
    groups.set(kind, [...(groups.get(kind) ?? []), one])
  }
  const leastCaption = (one: Picture, width: number) => {
    const narrow = 420 * Math.min(1, cap > 0 ? 1 / one.shape : 1)
    const { share, most } = boxOf(one)
    return Math.min(width, cap > 0 ? narrow : Math.max(narrow, Math.min(share * width, most)))
  }
  return {
    bound: maxHeight,
    starts: [...new Set([columnWidth, ...pictures.map((one) => boxOf(one).full)])],
    heightIn: (width) => {
      const captions = pictures.map((one) => captionHeight(one, leastCaption(one, width), fontSize))
      const rest = captions.reduce((sum, one) => sum + one, 0) + (pictures.length - 1) * gap
      const below = (some: readonly Picture[]): Addend => {
        const growing = some.filter((one) => width < boxOf(one).full)
        const constant = some.filter((one) => width >= boxOf(one).full)
        const length: Length = {
          share: sumOf(growing, (one) => one.shape * boxOf(one).share),
          pixels: sumOf(constant, (one) => one.shape * boxOf(one).most),
        }
        return {
          lengths: [length],
          ...(cap > 0 && { cap: { percent: cap * some.length, pixels: 0 } }),
        }
      }
      return [...[...groups.values()].map(below), fixed(rest)]
    },
  }
}

const sumOf = (pictures: readonly Picture[], term: (one: Picture) => number): number =>
  pictures.reduce((sum, one) => sum + term(one), 0)

function horizontalList({ config, fontSize, pictures }: Pieces): Heights {
  const { gap, itemHeight, itemWidth } = config
  const most = pictures.length > 1 ? 0.85 : 1
  const widths = pictures.map(
    ({ asset, shape, _isClear }) =>
      itemWidth || itemHeight * (_isClear ? clearRatio(asset) : 1 / shape),
  )
  const all = widths.reduce((sum, width) => sum + width + gap, -gap)
  return {
    // Captions of pictures that are wider than the widget get more lines.
    starts: [...new Set([...(itemWidth ? [itemWidth / most] : []), all])],
    heightIn: (width) => {
      const below = belowStrip + (width < all ? scrollbar : 0)
      const lengths = pictures.map((one, index) => {
        const own = widths[index] ?? 0
        const column = most * width < own ? { share: most, pixels: 0 } : { share: 0, pixels: own }
        if (itemWidth) return figureHeight(one, column, at(column, width), fontSize)
        const caption = captionHeight(one, Math.min(own, most * width), fontSize)
        return { share: 0, pixels: itemHeight + caption }
      })
      return [{ lengths }, fixed(below)]
    },
  }
}
