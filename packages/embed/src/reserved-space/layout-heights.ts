import { besideFrom, controlsOf, perViewStarts } from '../carousel/controls.js'
import { fillColumns } from '../masonry/columns.js'
import { columnStart } from '../masonry/rules.js'
import type { LayoutName } from '../published.js'
import { formRows, ratioIn, rowStarts } from '../rows/rows.js'
import type { Config } from '../settings/config.js'
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

/** A fixed number of columns is reduced rather than letting them get narrower than 80 pixels. */
const leastColumn = ({ columns, minColumnWidth }: Config): number =>
  columns > 0 ? 80 : Math.max(80, minColumnWidth)

/** Widths from which on there are 1, 2, … columns. */
const columnStarts = (config: Config, most: number): number[] =>
  Array.from({ length: most }, (_, index) => columnStart(config, index + 1))

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
      const column = columnOf(perView, config.gap)
      const room = hasControls && isBeside ? has._sideRoom / perView : 0
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
  const { columns, gap } = config
  if (config.rows) return justified(pieces)
  const most = columns || Math.ceil(mostWidth / leastColumn(config))
  const starts = columnStarts(config, most)
  return {
    starts,
    heightIn: (width) => {
      const count = countIn(starts, width)
      const column = columnOf(count, gap)
      const rows = Array.from({ length: Math.ceil(pictures.length / count) }, (_, row) => ({
        lengths: pictures
          .slice(row * count, (row + 1) * count)
          .map((one) => figureHeight(one, column, at(column, width), fontSize)),
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

function masonry({ config, fontSize, pictures }: Pieces): Heights {
  const { columns, gap } = config
  const starts = columnStarts(config, columns || Math.min(12, pictures.length))
  const pieces = pictures.map(({ shape, caption }) => ({ shape, _hasCaption: caption.length > 0 }))
  return {
    starts,
    heightIn: (width) => {
      const count = countIn(starts, width)
      const column = columnOf(count, gap)
      const { ends } = fillColumns(pieces, count)
      const lengths = ends.map(({ height, _pieces, _captions }) => ({
        share: height * column.share,
        pixels: height * column.pixels + (_pieces - 1) * gap + _captions * 3.9 * fontSize,
      }))
      return [{ lengths }]
    },
  }
}

/** Maximum number of capped addends; more would make the embed code too long. */
const mostGroups = 12

function verticalList({ cap, config, fontSize, pictures }: Pieces): Heights {
  const { gap, maxHeight } = config
  return {
    bound: maxHeight,
    starts: [],
    heightIn: (width) => {
      const captions = pictures.map((one) => captionHeight(one, width, fontSize))
      const rest = captions.reduce((sum, one) => sum + one, 0) + (pictures.length - 1) * gap
      return [...(cap > 0 ? capped(pictures, cap) : [whole(pictures)]), fixed(rest)]
    },
  }
}

const sumOfShapes = (pictures: readonly Picture[]): number =>
  pictures.reduce((sum, { shape }) => sum + shape, 0)

/** Pictures as wide as the widget, below each other. */
const whole = (pictures: readonly Picture[]): Addend => ({
  lengths: [{ share: sumOfShapes(pictures), pixels: 0 }],
})

/**
 * The same, each at most as high as the cap. Pictures of about the same proportions are added up with their
 * mean, which is never too low, because the smaller of two heights is concave.
 */
function capped(pictures: readonly Picture[], percent: number): Addend[] {
  const sorted = [...pictures].sort((a, b) => a.shape - b.shape)
  const size = Math.ceil(sorted.length / mostGroups)
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) => {
    const group = sorted.slice(index * size, (index + 1) * size)
    return { ...whole(group), cap: { percent: percent * group.length, pixels: 0 } }
  })
}

function horizontalList({ config, fontSize, pictures }: Pieces): Heights {
  const { gap, itemHeight, itemWidth } = config
  const widths = pictures.map(({ shape }) => itemWidth || itemHeight / shape)
  const all = widths.reduce((sum, width) => sum + width + gap, -gap)
  return {
    // Captions of pictures that are wider than the widget get more lines.
    starts: [...new Set([...(itemWidth ? [itemWidth] : []), all])],
    heightIn: (width) => {
      const below = belowStrip + (width < all ? scrollbar : 0)
      const lengths = pictures.map((one, index) => {
        const own = widths[index] ?? 0
        const column = width < own ? columnOf(1, 0) : { share: 0, pixels: own }
        if (itemWidth) return figureHeight(one, column, at(column, width), fontSize)
        const caption = captionHeight(one, Math.min(own, width), fontSize)
        return { share: 0, pixels: itemHeight + caption }
      })
      return [{ lengths }, fixed(below)]
    },
  }
}
