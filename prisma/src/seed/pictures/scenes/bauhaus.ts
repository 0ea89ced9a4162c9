import { type Canvas, draw, grain } from '../canvas.js'
import { createRandom } from '../random.js'
import { circle, path, rect, svg } from '../svg.js'

const tile = 400
const tiles = 5
const size = tile * tiles

const cream = '#f2e8d5'
const ink = '#22242b'
const red = '#d4462f'
const blue = '#234f8a'
const yellow = '#efb534'
const blush = '#ecb9a3'
const sage = '#7fa394'

type Motif = keyof typeof motifs
type Tile = readonly [motif: Motif, ground: string, figure: string, quarterTurns: number]

/** Drawn in a square from 0,0 to `tile`,`tile`; a quarter turn is applied around its middle. */
const motifs = {
  quarter: (figure: string) => path(`M0 0H${tile}A${tile} ${tile} 0 0 1 0 ${tile}Z`, fill(figure)),
  half: (figure: string) => path(`M0 0H${tile}A200 200 0 0 1 0 0Z`, fill(figure)),
  disc: (figure: string) => circle(200, 200, 150, fill(figure)),
  target: (figure: string) =>
    circle(200, 200, 165, fill(figure)) +
    circle(200, 200, 105, fill(cream)) +
    circle(200, 200, 48, fill(ink)),
  triangle: (figure: string) => path(`M0 ${tile}H${tile}V0Z`, fill(figure)),
  stripes: (figure: string) =>
    [0, 1, 2, 3].map((bar) => rect(bar * 100, 0, 50, tile, fill(figure))).join(''),
  leaf: (figure: string) =>
    path(`M0 0A${tile} ${tile} 0 0 1 ${tile} ${tile}A${tile} ${tile} 0 0 1 0 0Z`, fill(figure)),
  dots: (figure: string) =>
    [0, 1, 2, 3]
      .flatMap((row) =>
        [0, 1, 2, 3].map((column) => circle(50 + column * 100, 50 + row * 100, 24, fill(figure))),
      )
      .join(''),
  arcs: (figure: string) =>
    [376, 266, 156]
      .map((radius) =>
        path(
          `M0 ${radius}A${radius} ${radius} 0 0 0 ${radius} 0`,
          `fill="none" stroke="${figure}" stroke-width="48"`,
        ),
      )
      .join(''),
  plain: () => '',
} satisfies Record<string, (figure: string) => string>

const composition: readonly (readonly Tile[])[] = [
  [
    ['quarter', cream, red, 2],
    ['quarter', blush, ink, 3],
    ['stripes', cream, ink, 0],
    ['half', yellow, cream, 0],
    ['triangle', cream, blue, 0],
  ],
  [
    ['disc', yellow, ink, 0],
    ['quarter', blue, cream, 1],
    ['quarter', blue, blush, 0],
    ['leaf', cream, sage, 0],
    ['arcs', red, cream, 1],
  ],
  [
    ['leaf', sage, cream, 1],
    ['arcs', cream, ink, 2],
    ['target', red, yellow, 0],
    ['arcs', cream, blue, 0],
    ['quarter', ink, yellow, 3],
  ],
  [
    ['triangle', ink, cream, 1],
    ['half', cream, red, 2],
    ['quarter', yellow, blue, 3],
    ['quarter', blush, red, 2],
    ['dots', cream, ink, 0],
  ],
  [
    ['dots', cream, blue, 0],
    ['quarter', sage, cream, 0],
    ['leaf', ink, yellow, 1],
    ['stripes', blush, red, 1],
    ['half', blue, cream, 2],
  ],
]

/** Circles, arcs and stripes on a grid, printed a little unevenly on paper. */
export async function bauhaus(): Promise<Canvas> {
  const body = composition.flatMap((row, down) =>
    row.map((cell, across) => markup(cell, across, down)),
  )
  const fibres = paperFibres()
  return grain(await draw(svg(size, size, body.join('') + fibres)), 3.4, 4)
}

function markup([motif, ground, figure, turns]: Tile, across: number, down: number): string {
  const place = `translate(${across * tile} ${down * tile})`
  const base = rect(0, 0, tile, tile, fill(ground))
  return `<g transform="${place}">${base}<g transform="rotate(${turns * 90} 200 200)">${motifs[motif](figure)}</g></g>`
}

function paperFibres(): string {
  const random = createRandom(31)
  const fibres = Array.from({ length: 900 }, () => {
    const [x, y] = [random.between(0, size), random.between(0, size)]
    const [dx, dy] = [random.between(-26, 26), random.between(-26, 26)]
    return `M${x.toFixed(1)} ${y.toFixed(1)}q${dx.toFixed(1)} ${(dy / 3).toFixed(1)} ${(dx * 1.4).toFixed(1)} ${dy.toFixed(1)}`
  })
  return path(fibres.join(''), 'fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="1.6"')
}

function fill(colour: string): string {
  return `fill="${colour}"`
}
