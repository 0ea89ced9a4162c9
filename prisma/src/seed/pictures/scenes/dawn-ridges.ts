import { type Canvas, draw, grain } from '../canvas.js'
import { css, gradient } from '../colour.js'
import { createNoise } from '../noise.js'
import { createRandom } from '../random.js'
import {
  circle,
  linearGradient,
  type Point,
  path,
  polygon,
  radialGradient,
  rect,
  svg,
} from '../svg.js'

const width = 2400
const height = 1600
const layers = 8

/** Eight mountain ranges that fade with distance, the nearest ones wooded. */
export async function dawnRidges(): Promise<Canvas> {
  const ridgeColour = gradient(
    '#efc3a6',
    '#d7a296',
    '#a68796',
    '#6b6a86',
    '#3f5370',
    '#22374f',
    '#101f31',
  )
  const mistColour = gradient(
    '#fbe3c4',
    '#f3cdb3',
    '#dcb3aa',
    '#b3a0ad',
    '#8191a8',
    '#4f6a85',
    '#16283c',
  )
  const ranges = Array.from({ length: layers }, (_, index) => index / (layers - 1))
  const defs = [
    linearGradient('sky', [
      [0, '#7393b3'],
      [0.16, '#a9bac5'],
      [0.29, '#ecd3c0'],
      [0.4, '#fbdcb4'],
      [1, '#fff0d0'],
    ]),
    radialGradient('glow', [
      [0, '#fff6dc', 1],
      [0.12, '#ffedc4', 0.75],
      [0.4, '#ffd79a', 0.3],
      [1, '#ffd79a', 0],
    ]),
    ...ranges.map((near, index) =>
      linearGradient(`range${index}`, [
        [0, css(ridgeColour(near))],
        [0.75, css(mistColour(near))],
        [1, css(mistColour(near))],
      ]),
    ),
  ].join('')
  const body = [
    rect(0, 0, width, height, 'fill="url(#sky)"'),
    circle(1580, 470, 900, 'fill="url(#glow)"'),
    circle(1580, 470, 74, 'fill="#fffaf0"'),
    ...ranges.map((near, index) => path(rangeOutline(near, index), `fill="url(#range${index})"`)),
  ].join('')
  return grain(await draw(svg(width, height, body, defs)), 2.2)
}

function rangeOutline(near: number, index: number): string {
  const noise = createNoise(41 + index * 7)
  const base = 730 + near ** 1.15 * 770
  const reach = 300 - near * 110
  const crest: Point[] = []
  for (let x = -20; x <= width + 20; x += 4) {
    const at = x / (620 - near * 130)
    const peaks = 1 - 2 * Math.abs(noise.fractal(at, index * 9.1, 2))
    const rough = noise.fractal(at * 4, index * 5.3, 5)
    crest.push([x, base - reach * peaks * 0.75 - rough * (34 - near * 8)])
  }
  const outline = near > 0.8 ? wooded(crest, near) : crest
  return polygon([...outline, [width + 20, height], [-20, height]])
}

/** Puts conifers on a crest: a narrow spike of random height every few pixels. */
function wooded(crest: readonly Point[], near: number): Point[] {
  const random = createRandom(Math.round(near * 1000))
  const noise = createNoise(9)
  const tall = near === 1 ? 74 : 26
  return crest.flatMap(([x, y], index): Point[] => {
    if (index % (near === 1 ? 3 : 2) !== 0) return [[x, y]]
    const stand = 0.35 + 0.9 * Math.max(0, 0.35 + noise.fractal(x / 190, near * 40, 2))
    const rise = tall * stand * random.between(0.35, 1)
    return [
      [x - rise * 0.19, y + 2],
      [x, y - rise],
      [x + rise * 0.19, y + 2],
    ]
  })
}
