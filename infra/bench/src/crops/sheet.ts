import sharp, { type OverlayOptions } from 'sharp'
import { type Crop, type Cropped, shapes } from './make-crops.js'
import type { Box, Point } from './photographs.js'

// @vitrine/imaging blocks all loaders that it does not need.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

/** Pixels. */
const margin = 6
const titleHeight = 16
const height = 160
const wholeWidth = 240
const rowHeight = titleHeight + height + margin

const whole: Box = { left: 0, top: 0, right: 1, bottom: 1 }

/**
 * A PNG with a row per photograph: the whole of it, then centre and auto of each shape. The subject's box is
 * green where it stays in, red where it is cut, yellow in the whole picture.
 */
export async function drawSheet(rows: readonly Cropped[]): Promise<Buffer> {
  const parts = await Promise.all(rows.map((row, i) => drawRow(row, i * rowHeight)))
  const width = Math.max(...parts.map((part) => part.width))
  return sharp({
    create: { width, height: rows.length * rowHeight, channels: 3, background: '#dddddd' },
  })
    .composite(parts.flatMap(({ overlays }) => overlays))
    .png()
    .toBuffer()
}

async function drawRow({ photograph, whole: picture, salientPoint, crops }: Cropped, top: number) {
  const overlays: OverlayOptions[] = [
    { input: title(`${photograph.name} (${photograph.kind})`), left: margin, top },
    { input: picture, left: margin, top: top + titleHeight },
    {
      input: await marks(picture, photograph.box, whole, 'yellow', [
        [photograph.point, 'yellow'],
        [salientPoint, 'magenta'],
      ]),
      left: margin,
      top: top + titleHeight,
    },
  ]
  let left = wholeWidth + 2 * margin
  for (const crop of crops) {
    const at = { left, top: top + titleHeight }
    overlays.push({ input: crop.bytes, ...at })
    overlays.push({
      input: await marks(crop.bytes, photograph.box, crop.box, colourOf(crop)),
      ...at,
    })
    left += shapes[crop.shape].width + (crop.gravity === 'auto' ? 2 * margin : margin)
  }
  return { overlays, width: left }
}

const colourOf = ({ hasSubject }: Crop) => (hasSubject ? 'lime' : 'red')

const title = (text: string) =>
  svg(
    { width: 600, height: titleHeight },
    `<text x="0" y="12" font-size="12" font-family="sans-serif">${text}</text>`,
  )

/** `box` and points of the picture, as seen in its part `shown`. */
async function marks(
  bytes: Buffer,
  box: Box,
  shown: Box,
  colour: string,
  points: readonly [Point, string][] = [],
): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const x = (value: number) => ((value - shown.left) / (shown.right - shown.left)) * width
  const y = (value: number) => ((value - shown.top) / (shown.bottom - shown.top)) * height
  const rectangle = `<rect x="${x(box.left)}" y="${y(box.top)}" width="${x(box.right) - x(box.left)}"
    height="${y(box.bottom) - y(box.top)}" fill="none" stroke="${colour}" stroke-width="2"/>`
  const dots = points.map(
    ([point, fill]) => `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="4" fill="${fill}"/>`,
  )
  return svg({ width, height }, [rectangle, ...dots].join(''))
}

const svg = ({ width, height }: { width: number; height: number }, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )
