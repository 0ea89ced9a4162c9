import { type Canvas, draw, grain } from '../canvas.js'
import { css, gradient } from '../colour.js'
import { createNoise } from '../noise.js'
import { createRandom, type Random } from '../random.js'
import { linearGradient, type Point, path, polygon, radialGradient, rect, svg } from '../svg.js'

const width = 1400
const height = 2100
const rows = 7

/** Rows of spruces that sink into morning mist. */
export async function mistyForest(): Promise<Canvas> {
  const random = createRandom(6)
  const tree = gradient('#c3d0cb', '#a3b7b3', '#7d9896', '#567676', '#345556', '#1c393b', '#0b2022')
  const mist = gradient('#e4e8dd', '#d3ddd5', '#bccdc7', '#9db5b1', '#769492', '#476a6a', '#1b3a3b')
  const nearness = Array.from({ length: rows }, (_, index) => index / (rows - 1))
  const defs = [
    linearGradient('sky', [
      [0, '#b9c9cb'],
      [0.3, '#dfe3d6'],
      [0.55, '#f2ead3'],
      [1, '#e4e8dd'],
    ]),
    radialGradient('sun', [
      [0, '#fff8e2', 0.95],
      [0.3, '#fdf0cf', 0.5],
      [1, '#fdf0cf', 0],
    ]),
    // In user space, so that the mist rises to one level over the whole row.
    ...nearness.map((near, index) => {
      const top = groundAt(near) - treeHeight(near)
      const bottom = groundAt(near) + 40
      return `<linearGradient id="row${index}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${top}" y2="${bottom}"><stop offset="0" stop-color="${css(tree(near))}"/><stop offset=".45" stop-color="${css(tree(near))}"/><stop offset="1" stop-color="${css(mist(near))}"/></linearGradient>`
    }),
  ].join('')
  const body = [
    rect(0, 0, width, height, 'fill="url(#sky)"'),
    `<circle cx="930" cy="560" r="760" fill="url(#sun)"/>`,
    ...nearness.map((near, index) =>
      path(forestRow(random, near, index), `fill="url(#row${index})"`),
    ),
  ].join('')
  return grain(await draw(svg(width, height, body, defs)), 2.6, 6)
}

function groundAt(near: number): number {
  return 1010 + near ** 1.25 * 1120
}

function treeHeight(near: number): number {
  return 210 + near ** 1.4 * 760
}

function forestRow(random: Random, near: number, index: number): string {
  const noise = createNoise(100 + index)
  const ground: Point[] = []
  const hill = (x: number) => groundAt(near) + noise.fractal(x / 620, 0, 2) * (190 - near * 60)
  for (let x = -20; x <= width + 20; x += 20) ground.push([x, hill(x)])
  const outlines = [polygon([...ground, [width + 20, height], [-20, height]])]
  const spacing = 26 + near * 96
  for (let x = -spacing; x < width + spacing; x += spacing * random.between(0.45, 1.5)) {
    const clearing = near > 0.75 && Math.abs(x - 760) < 420 - (1 - near) * 300
    const tall = treeHeight(near) * random.between(0.45, 1) * (clearing ? 0.34 : 1)
    outlines.push(spruce(random, x, hill(x) + 14 + tall * 0.12, tall))
  }
  return outlines.join('')
}

/** Tiers of drooping branches, narrow on top. */
function spruce(random: Random, x: number, foot: number, tall: number): string {
  const tiers = Math.round(9 + tall / 42)
  const left: Point[] = []
  const right: Point[] = []
  for (let tier = 0; tier < tiers; tier++) {
    const down = (tier + 1) / tiers
    const y = foot - tall + tall * down * 0.97
    const reach = tall * 0.17 * down ** 0.85
    left.push(
      [x - reach * random.between(0.7, 1.1), y + random.between(0, 9)],
      [x - reach * 0.42, y - tall * 0.012],
    )
    right.push(
      [x + reach * random.between(0.7, 1.1), y + random.between(0, 9)],
      [x + reach * 0.42, y - tall * 0.012],
    )
  }
  return polygon([[x, foot - tall], ...right, [x, foot], ...left.reverse()])
}
