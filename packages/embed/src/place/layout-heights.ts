import { fillColumns } from '../masonry/columns.js'
import type { LayoutName } from '../published.js'
import type { Config } from '../settings/config.js'
import { add, at, type Length } from './length.js'
import { figureHeight, type Pieces } from './pieces.js'

/** Sum of the largest length of each list. */
export type Height = readonly (readonly Length[])[]

/** Maximum width considered, pixels. */
export const mostWidth = 2000

/** Heights of the dots and other controls, and of the gap between pictures and scrollbar, pixels. */
const barHeight = 44
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

/** As many columns as fit, at least 1 and at most `most`. */
const startsOf = (most: number, least: number, gap: number): number[] =>
  Array.from({ length: most }, (_, index) => (index + 1) * least + index * gap)

const countAt = (width: number, most: number, least: number, gap: number): number =>
  Math.max(1, Math.min(most, Math.floor((width + gap) / (least + gap))))

function carousel({ config, fontSize, pictures }: Pieces): Heights {
  const { autoplay, gap, showCounter, showDots, slidesPerView } = config
  const [least, most] = [160, slidesPerView]
  return {
    starts: startsOf(most, least, gap),
    heightIn: (width) => {
      const perView = countAt(width, most, least, gap)
      const slide = columnOf(perView, gap)
      const hasBar = pictures.length > perView && (autoplay || showCounter || showDots)
      return [
        pictures.map((one) => figureHeight(one, slide, at(slide, width), fontSize)),
        [{ share: 0, pixels: hasBar ? barHeight : 0 }],
      ]
    },
  }
}

function grid({ config, fontSize, pictures }: Pieces): Heights {
  const { columns, gap } = config
  const least = leastColumn(config)
  const most = columns || Math.ceil(mostWidth / least)
  return {
    starts: startsOf(most, least, gap),
    heightIn: (width) => {
      const count = countAt(width, most, least, gap)
      const column = columnOf(count, gap)
      const rows = Array.from({ length: Math.ceil(pictures.length / count) }, (_, row) =>
        pictures
          .slice(row * count, (row + 1) * count)
          .map((one) => figureHeight(one, column, at(column, width), fontSize)),
      )
      return [...rows, [{ share: 0, pixels: (rows.length - 1) * gap }]]
    },
  }
}

function masonry({ config, fontSize, pictures }: Pieces): Heights {
  const { columns, gap } = config
  const least = leastColumn(config)
  const most = columns || Math.min(12, pictures.length)
  const pieces = pictures.map(({ shape, caption }) => ({ shape, _hasCaption: caption.length > 0 }))
  return {
    starts: startsOf(most, least, gap),
    heightIn: (width) => {
      const count = countAt(width, most, least, gap)
      const column = columnOf(count, gap)
      const { ends } = fillColumns(pieces, count)
      const heights = ends.map(({ height, _pieces, _captions }) => ({
        share: height * column.share,
        pixels: height * column.pixels + (_pieces - 1) * gap + _captions * 3.9 * fontSize,
      }))
      return [heights]
    },
  }
}

function verticalList({ config: { gap, maxHeight }, fontSize, pictures }: Pieces): Heights {
  return {
    bound: maxHeight,
    starts: [],
    heightIn: (width) => {
      const all = pictures.map((one) => figureHeight(one, columnOf(1, 0), width, fontSize))
      return [[add([...all, { share: 0, pixels: (pictures.length - 1) * gap }])]]
    },
  }
}

function horizontalList({ config, fontSize, pictures }: Pieces): Heights {
  const { gap, itemWidth } = config
  const whole = pictures.length * (itemWidth + gap) - gap
  return {
    starts: [itemWidth, whole],
    heightIn: (width) => {
      const column = width < itemWidth ? columnOf(1, 0) : { share: 0, pixels: itemWidth }
      const below = belowStrip + (width < whole ? scrollbar : 0)
      return [
        pictures.map((one) => figureHeight(one, column, at(column, width), fontSize)),
        [{ share: 0, pixels: below }],
      ]
    },
  }
}
