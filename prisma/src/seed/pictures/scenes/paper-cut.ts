import { type Canvas, draw, grain } from '../canvas.js'
import { css, gradient } from '../colour.js'
import { createNoise } from '../noise.js'
import {
  blur,
  circle,
  closedCurve,
  linearGradient,
  type Point,
  path,
  radialGradient,
  rect,
  svg,
} from '../svg.js'

const width = 1600
const height = 2000
const sheets = 8
const centre = { x: 800, y: 990 }

/** Sheets of paper with ever smaller openings, a moon behind the last one. */
export async function paperCut(): Promise<Canvas> {
  const paper = gradient(
    '#fbe3c0',
    '#f6b98d',
    '#e9826f',
    '#b9536b',
    '#76396b',
    '#402a5c',
    '#221d45',
  )
  const depth = Array.from({ length: sheets }, (_, index) => index / (sheets - 1))
  const defs = [
    // The region is the sheet itself: a wider one would blur invisible pixels.
    '<filter id="soft" x="0" y="0" width="1" height="1"><feGaussianBlur color-interpolation-filters="sRGB" stdDeviation="26"/></filter>',
    blur('haze', 26),
    linearGradient('sky', [
      [0, '#fff3d8'],
      [1, '#fcd9b0'],
    ]),
    radialGradient('moon', [
      [0, '#fffdf6'],
      [1, '#fff3da'],
    ]),
  ].join('')
  const body = [
    rect(0, 0, width, height, 'fill="url(#sky)"'),
    circle(840, 880, 150, 'fill="#e2a878" opacity=".35" filter="url(#haze)"'),
    circle(830, 860, 150, 'fill="url(#moon)"'),
    ...depth.map((near, index) => sheet(near, index, css(paper(near)))),
  ].join('')
  return grain(await draw(svg(width, height, body, defs)), 3, 9)
}

function sheet(near: number, index: number, colour: string): string {
  const frame = `M-80 -80H${width + 80}V${height + 80}H-80Z`
  const opening = frame + closedCurve(openingAt(near, index))
  const shadow = path(
    opening,
    'fill="#1c0f2e" fill-opacity=".42" fill-rule="evenodd" filter="url(#soft)" transform="translate(10 22)"',
  )
  const edge = path(
    opening,
    'fill="#fff" fill-opacity=".28" fill-rule="evenodd" transform="translate(0 3)"',
  )
  return shadow + edge + path(opening, `fill="${colour}" fill-rule="evenodd"`)
}

/** A wobbling ring; the wobble drifts from sheet to sheet, so that the edges run along. */
function openingAt(near: number, index: number): Point[] {
  const noise = createNoise(5)
  const radius = 310 + near * 560
  return Array.from({ length: 40 }, (_, step) => {
    const angle = (step / 40) * 2 * Math.PI
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    const wobble = noise.fractal(across * 1.3 + 3, down * 1.3 + index * 0.15 + 3, 2)
    const reach = radius * (1 + wobble * 0.36)
    return [centre.x + across * reach * 0.86, centre.y + down * reach * 1.06]
  })
}
