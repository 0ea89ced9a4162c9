import { type Canvas, draw, grain } from '../canvas.js'
import { css, gradient } from '../colour.js'
import { createRandom } from '../random.js'
import { circle, linearGradient, px, radialGradient, rect, svg } from '../svg.js'

const width = 2400
const height = 1350
const quay = 940
const rows = 4

/** A skyline at the blue hour that mirrors in the river. */
export async function cityDusk(): Promise<Canvas> {
  const wall = gradient('#a7708c', '#6c5080', '#3a3762', '#171c3c')
  const defs = [
    `<clipPath id="river">${rect(0, quay, width, height - quay, '')}</clipPath>`,
    `<filter id="water" x="0" y="0" width="1" height="1"><feGaussianBlur color-interpolation-filters="sRGB" stdDeviation="3 16"/></filter>`,
    linearGradient('sky', [
      [0, '#222b5e'],
      [0.3, '#58487f'],
      [0.58, '#b9637f'],
      [0.8, '#f19a73'],
      [1, '#fdd08c'],
    ]),
    linearGradient('night', [
      [0, '#0d1230', 0.12],
      [1, '#080c24', 0.85],
    ]),
    radialGradient('sun', [
      [0, '#ffe3ad', 0.9],
      [1, '#ffb37a', 0],
    ]),
  ].join('')
  const scene = [
    rect(0, 0, width, quay + 2, 'fill="url(#sky)"'),
    circle(1500, 900, 720, 'fill="url(#sun)"'),
    circle(560, 230, 46, 'fill="#fdeecb"'),
    ...Array.from({ length: rows }, (_, row) => skyline(row, css(wall(row / (rows - 1))))),
  ].join('')
  const body = [
    `<g id="city">${scene}</g>`,
    `<g clip-path="url(#river)"><g filter="url(#water)"><use href="#city" transform="translate(0 ${quay * 2}) scale(1 -1)"/></g></g>`,
    rect(0, quay, width, height - quay, 'fill="url(#night)"'),
    ripples(),
    rect(0, quay - 5, width, 10, 'fill="#0c1029"'),
  ].join('')
  return grain(await draw(svg(width, height, body, defs)), 2.4, 17)
}

function skyline(row: number, colour: string): string {
  const random = createRandom(500 + row)
  const houses: string[] = []
  const windows: string[] = []
  let x = -30
  while (x < width) {
    const wide = random.between(56, 130) + row * 8
    // Towers gather around two centres.
    const centre = Math.exp(-(((x - 800) / 420) ** 2)) + 0.85 * Math.exp(-(((x - 1780) / 330) ** 2))
    const tall = (120 + 420 * centre) * random.between(0.55, 1.12) * (1.08 - row * 0.17) + 46
    houses.push(building(x, wide, tall, random.next()))
    if (row > 0) windows.push(litWindows(x, wide, tall, row))
    x += wide + (random.next() < 0.3 ? random.between(4, 26) : 0)
  }
  const light = `<path d="${windows.join('')}" fill="#ffd591" opacity="${0.3 + row * 0.2}"/>`
  return `<path d="${houses.join('')}" fill="${colour}"/>${light}`
}

/** A block with one of a few roofs, chosen by `style` of 0–1. */
function building(x: number, wide: number, tall: number, style: number): string {
  const top = quay - tall
  const block = box(x, top, wide + 0.6, tall)
  if (style < 0.14)
    return `${block}${box(x + wide / 2 - 2, top - 70, 4, 70)}${box(x + wide * 0.3, top - 16, wide * 0.4, 16)}`
  if (style < 0.3)
    return `${block}${box(x + wide * 0.18, top - 34, wide * 0.64, 34)}${box(x + wide * 0.36, top - 58, wide * 0.28, 24)}`
  if (style < 0.42) return `${block}M${px(x)} ${px(top)}l${px(wide)} -46v46z`
  if (style < 0.5) return `${block}M${px(x)} ${px(top)}l${px(wide / 2)} -74l${px(wide / 2)} 74z`
  return block
}

function litWindows(x: number, wide: number, tall: number, row: number): string {
  const random = createRandom(Math.round(x * 31 + row))
  const pitch = 15 + row * 2
  const share = random.between(0.12, 0.42)
  const panes: string[] = []
  for (let down = 18; down < tall - 14; down += pitch * 1.25) {
    for (let across = 9; across < wide - 12; across += pitch) {
      if (random.next() < share)
        panes.push(box(x + across, quay - tall + down, pitch * 0.42, pitch * 0.62))
    }
  }
  return panes.join('')
}

function ripples(): string {
  const random = createRandom(77)
  return Array.from({ length: 240 }, () => {
    const down = random.next() ** 1.4
    const y = quay + 8 + down * (height - quay)
    const long = random.between(40, 190) * (0.4 + down)
    const x = random.between(-100, width)
    const tone = random.next() < 0.5 ? '#0b1030' : '#ffcf9a'
    return rect(
      x,
      y,
      long,
      1.4 + down * 2.6,
      `rx="2" fill="${tone}" opacity="${random.between(0.05, 0.22).toFixed(2)}"`,
    )
  }).join('')
}

function box(x: number, y: number, wide: number, tall: number): string {
  return `M${px(x)} ${px(y)}h${px(wide)}v${px(tall)}h${px(-wide)}z`
}
