import { fixed, type Height, sumAt } from './height.js'
import { figureHeight, type Pieces } from './pieces.js'

/** Maximum number of steps; more would make the embed code too long. */
const mostSteps = 24
/** Maximum number of pictures that are placed to find the height of a step. */
const mostPlaced = 600

type Row = { start: number; end: number; isLast: boolean }

/**
 * The height of justified rows at each width. It falls whenever a picture moves up into another row, and
 * grows in between.
 *
 * @param from the range of widths, pixels.
 */
export function justifiedRows(pieces: Pieces, from: number, to: number) {
  const { config, pictures } = pieces
  const { gap, rowHeight } = config
  const widths = pictures.map(({ shape }) => rowHeight / shape)
  const breaks = breaksOf(widths, gap, from, to)
  const exact = (width: number): Height => heightIn(pieces, rowsAt(widths, gap, width), width)
  if (breaks.length <= mostSteps) return { starts: breaks, heightIn: exact }

  const factor = (to / from) ** (1 / mostSteps)
  const perStep = Math.max(1, Math.floor(mostPlaced / pictures.length))
  const starts = Array.from({ length: mostSteps }, (_, index) => from * factor ** index)
  return {
    starts,
    heightIn: (width: number): Height => {
      const end = starts.find((start) => start > width + 1) ?? to
      const all = breaks.filter((one) => one > width && one < end)
      const every = Math.ceil(all.length / perStep)
      const inside = [width, ...all.filter((_, index) => index % every === 0)]
      return above(
        inside.flatMap((start, index) =>
          [start, inside[index + 1] ?? end].map((at) => [at, sumAt(exact(start), at)] as const),
        ),
      )
    },
  }
}

/** A line that is nowhere below these points of widths and heights. */
function above(points: readonly (readonly [number, number])[]): Height {
  const [first = [0, 0], last = first] = [points[0], points.at(-1)]
  const share = last[0] === first[0] ? 0 : (last[1] - first[1]) / (last[0] - first[0])
  const pixels = Math.max(...points.map(([width, height]) => height - share * width))
  return [{ lengths: [{ share, pixels }] }]
}

/** Widths at which a run of pictures begins to fit into a row. */
function breaksOf(widths: readonly number[], gap: number, from: number, to: number): number[] {
  const found = new Set<number>()
  for (let start = 0; start < widths.length; start++) {
    let sum = -gap
    for (let end = start; end < widths.length && sum < to; end++) {
      sum += gap + (widths[end] ?? 0)
      if (end > start && sum > from && sum < to) found.add(sum)
    }
  }
  // A single picture that is wider than the widget is as high as its width allows.
  for (const width of widths) if (width > from && width < to) found.add(width)
  return [...found].sort((a, b) => a - b)
}

/** As CSS breaks the lines of a flex box. */
function rowsAt(widths: readonly number[], gap: number, width: number): Row[] {
  const rows: Row[] = []
  let start = 0
  let sum = -gap
  widths.forEach((one, index) => {
    if (index > start && sum + gap + one > width + 0.01) {
      rows.push({ start, end: index, isLast: false })
      start = index
      sum = -gap
    }
    sum += gap + one
  })
  return [...rows, { start, end: widths.length, isLast: true }]
}

function heightIn(pieces: Pieces, rows: readonly Row[], width: number): Height {
  const { config, fontSize, pictures } = pieces
  const { gap, rowHeight } = config
  return [
    ...rows.map(({ start, end, isLast }) => {
      const row = pictures.slice(start, end)
      const ratios = row.reduce((sum, { shape }) => sum + 1 / shape, 0)
      const gaps = (row.length - 1) * gap
      const isFilled = !isLast || rowHeight * ratios + gaps > width
      return {
        lengths: row.map((one) => {
          const share = 1 / one.shape / ratios
          const column = isFilled
            ? { share, pixels: -gaps * share }
            : { share: 0, pixels: rowHeight / one.shape }
          return figureHeight(one, column, column.share * width + column.pixels, fontSize)
        }),
      }
    }),
    fixed((rows.length - 1) * gap),
  ]
}
