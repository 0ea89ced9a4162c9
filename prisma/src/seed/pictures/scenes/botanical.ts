import { type Canvas, draw, grain } from '../canvas.js'
import { createRandom, type Random } from '../random.js'
import { circle, path, px, rect, svg } from '../svg.js'

const width = 1600
const height = 2000

type Sprig = {
  x: number
  y: number
  /** Degrees, 0 grows upwards. */
  turn: number
  length: number
  pairs: number
  leaf: { long: number; wide: number }
  colours: readonly string[]
}

const sage = ['#8ea58c', '#7d977d', '#9db29a']
const olive = ['#5d6b45', '#6c7a50', '#525f3e']
const forest = ['#2f4a40', '#37564a', '#284138']
const clay = ['#c8795a', '#d08a6b', '#bb6a4d']
const sand = ['#d9b78f', '#e2c5a2', '#cfa97d']

/** Back to front. */
const sprigs: readonly Sprig[] = [
  {
    x: 330,
    y: 2080,
    turn: -4,
    length: 1500,
    pairs: 9,
    leaf: { long: 300, wide: 104 },
    colours: sand,
  },
  {
    x: 1330,
    y: 2080,
    turn: 5,
    length: 1700,
    pairs: 10,
    leaf: { long: 290, wide: 96 },
    colours: sage,
  },
  {
    x: 820,
    y: 2100,
    turn: 2,
    length: 1330,
    pairs: 8,
    leaf: { long: 330, wide: 128 },
    colours: clay,
  },
  {
    x: 60,
    y: 2050,
    turn: 14,
    length: 1150,
    pairs: 8,
    leaf: { long: 270, wide: 100 },
    colours: forest,
  },
  {
    x: 1590,
    y: 2060,
    turn: -18,
    length: 1120,
    pairs: 8,
    leaf: { long: 260, wide: 92 },
    colours: olive,
  },
  {
    x: 1130,
    y: 2120,
    turn: -8,
    length: 900,
    pairs: 7,
    leaf: { long: 230, wide: 96 },
    colours: forest,
  },
  {
    x: 520,
    y: 2110,
    turn: -10,
    length: 820,
    pairs: 6,
    leaf: { long: 240, wide: 92 },
    colours: olive,
  },
]

/** Pressed sprigs on warm paper. */
export async function botanical(): Promise<Canvas> {
  const random = createRandom(15)
  const body = [
    rect(0, 0, width, height, 'fill="#f4ebdd"'),
    circle(860, 720, 520, 'fill="#f0c9a8" opacity=".75"'),
    ...sprigs.map((sprig) => drawSprig(sprig, random)),
  ].join('')
  return grain(await draw(svg(width, height, body)), 3, 11)
}

function drawSprig({ x, y, turn, length, pairs, leaf, colours }: Sprig, random: Random): string {
  const bend = random.between(-90, 90)
  const stemColour = colours[0] ?? '#555'
  const stem = path(
    `M0 0Q${px(bend)} ${px(-length / 2)} 0 ${-length}`,
    `fill="none" stroke="${stemColour}" stroke-width="9" stroke-linecap="round"`,
  )
  const leaves = Array.from({ length: pairs * 2 }, (_, index) => {
    const along = 0.1 + 0.86 * (Math.floor(index / 2) / pairs) + (index % 2) * 0.045
    const side = index % 2 === 0 ? -1 : 1
    const scale = (1.08 - along * 0.62) * random.between(0.9, 1.1)
    const stemX = 2 * along * (1 - along) * bend
    const angle = side * (58 - along * 26 + random.between(-7, 7))
    return `<g transform="translate(${px(stemX)} ${px(-length * along)}) rotate(${px(angle)}) scale(${scale.toFixed(3)})">${drawLeaf(leaf.long, leaf.wide, random.pick(colours))}</g>`
  })
  const tip = `<g transform="translate(0 ${-length + 16}) scale(.5)">${drawLeaf(leaf.long, leaf.wide, random.pick(colours))}</g>`
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${stem}${leaves.join('')}${tip}</g>`
}

/** Points upwards from 0,0; the right half is a little darker, and veins run to the edge. */
function drawLeaf(long: number, wide: number, colour: string): string {
  const half = (side: number) =>
    `M0 0C${side * wide * 0.75} ${-long * 0.2} ${side * wide * 0.62} ${-long * 0.72} 0 ${-long}Z`
  const veins = [0.2, 0.34, 0.48, 0.62, 0.76].flatMap((along) =>
    [-1, 1].map((side) => {
      const reach = wide * 0.46 * Math.sin(Math.PI * Math.min(along + 0.08, 1))
      return `M0 ${px(-long * along)}q${px(side * reach * 0.5)} ${px(-long * 0.03)} ${px(side * reach)} ${px(-long * 0.13)}`
    }),
  )
  const paint = `fill="none" stroke="#fff" stroke-opacity=".26" stroke-linecap="round"`
  return [
    path(half(-1), `fill="${colour}"`),
    path(half(1), `fill="${colour}"`),
    path(half(1), 'fill="#1d2a20" fill-opacity=".13"'),
    path(veins.join(''), `${paint} stroke-width="2.4"`),
    path(`M0 0V${-long * 0.94}`, `${paint} stroke-width="4"`),
  ].join('')
}
