import { css, gradient, mix, type Rgb } from '../colour.js'
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

const width = 960
const height = 640

const zenith = gradient(
  '#0d1433',
  '#3a4b86',
  '#6fa8d6',
  '#4f9bd9',
  '#79a9cf',
  '#5a4a86',
  '#131a3d',
  '#0d1433',
)
const horizon = gradient(
  '#26315f',
  '#f2a283',
  '#fbe3bd',
  '#d4ecf4',
  '#fbe0ae',
  '#f08a62',
  '#3b3a6e',
  '#26315f',
)
const farHill = gradient(
  '#1b2450',
  '#7a6a8c',
  '#9db9bd',
  '#8fbab0',
  '#b5a98e',
  '#86567a',
  '#212755',
  '#1b2450',
)
const nearHill = gradient(
  '#0a1029',
  '#2d3f55',
  '#3f7563',
  '#3f8061',
  '#55714a',
  '#3f2f52',
  '#0d122f',
  '#0a1029',
)

/** One frame of a day over the hills; `hour` runs from 0 (midnight) to 1. */
export function dayFrame(hour: number): string {
  const dark = 0.5 + 0.5 * Math.cos(hour * 2 * Math.PI)
  const defs = [
    linearGradient('sky', [
      [0, css(zenith(hour))],
      [0.75, css(horizon(hour))],
    ]),
    radialGradient('glow', [
      [0, '#fffaf0', 0.8],
      [0.3, '#fff2d8', 0.32],
      [1, '#ffeccb', 0],
    ]),
  ].join('')
  const hills = [0, 0.35, 0.7, 1].map((near) =>
    path(hill(near), `fill="${css(hillColour(hour, near))}"`),
  )
  const body = [
    rect(0, 0, width, height, 'fill="url(#sky)"'),
    stars(dark),
    ...sun(hour),
    ...moon(hour),
    ...hills,
  ].join('')
  return svg(width, height, body, defs)
}

function sun(hour: number): string[] {
  const [x, y] = orbit(hour)
  return [circle(x, y, 230, 'fill="url(#glow)"'), circle(x, y, 40, 'fill="#fffaf0"')]
}

function moon(hour: number): string[] {
  const [x, y] = orbit(hour + 0.5)
  return [circle(x, y, 26, 'fill="#f3efe2"')]
}

/** Highest at noon, below the hills for the dark half of the day. */
function orbit(hour: number): Point {
  const angle = hour * 2 * Math.PI
  return [width / 2 - Math.sin(angle) * 400, 480 + Math.cos(angle) * 350]
}

function stars(dark: number): string {
  const random = createRandom(3)
  const opacity = Math.max(0, dark * 1.6 - 0.75).toFixed(3)
  const dots = Array.from({ length: 110 }, () => {
    const [x, y] = [random.between(0, width), random.between(0, 430)]
    return circle(x, y, random.between(0.6, 1.9), 'fill="#fff"')
  })
  return `<g opacity="${opacity}">${dots.join('')}</g>`
}

function hill(near: number): string {
  const noise = createNoise(60 + Math.round(near * 10))
  const crest: Point[] = []
  for (let x = 0; x <= width; x += 6) {
    crest.push([
      x,
      400 + near * 175 - noise.fractal(x / (330 - near * 80), near * 9, 3) * (120 - near * 40),
    ])
  }
  return polygon([...crest, [width, height], [0, height]])
}

function hillColour(hour: number, near: number): Rgb {
  return mix(farHill(hour), nearHill(hour), near)
}
