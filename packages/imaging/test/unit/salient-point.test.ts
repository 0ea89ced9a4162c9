import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { salientPoint } from '../../src/describe/salient-point.js'

type Rgba = { r: number; g: number; b: number; alpha: number }
type Box = { left: number; top: number; width: number; height: number }

const green: Rgba = { r: 70, g: 120, b: 60, alpha: 1 }
const red: Rgba = { r: 200, g: 40, b: 40, alpha: 1 }
const clear: Rgba = { r: 0, g: 0, b: 0, alpha: 0 }

async function picture(width: number, height: number, background: Rgba, box?: Box, colour = red) {
  const create = (size: { width: number; height: number }, of: Rgba) =>
    sharp({ create: { ...size, channels: 4, background: of } })
  const patch = box && { ...box, input: await create(box, colour).png().toBuffer() }
  const data = await create({ width, height }, background)
    .composite(patch ? [patch] : [])
    .raw()
    .toBuffer()
  return { data, width, height }
}

t.test('what differs from the border stands out', async (t) => {
  const table: [box: Box, x: number, y: number][] = [
    [{ left: 10, top: 10, width: 16, height: 16 }, 0.18, 0.27],
    [{ left: 74, top: 10, width: 16, height: 16 }, 0.82, 0.27],
    [{ left: 74, top: 44, width: 16, height: 16 }, 0.82, 0.79],
    // It may touch an edge.
    [{ left: 0, top: 26, width: 20, height: 16 }, 0.1, 0.51],
  ]
  for (const [box, x, y] of table) {
    const found = salientPoint(await picture(100, 66, green, box))
    t.ok(Math.abs(found.x - x) < 0.08, `x is ${found.x}, expected ${x}`)
    t.ok(Math.abs(found.y - y) < 0.12, `y is ${found.y}, expected ${y}`)
  }
})

t.test('on a transparent background, dark and light objects stand out', async (t) => {
  for (const level of [0, 255]) {
    const colour = { r: level, g: level, b: level, alpha: 1 }
    const box = { left: 70, top: 20, width: 20, height: 20 }
    const { x } = salientPoint(await picture(100, 60, clear, box, colour))
    t.ok(x > 0.7 && x < 0.9, `x is ${x} for ${level}`)
  }
})

t.test('a picture without a subject has its centre', async (t) => {
  const centre = { x: 0.5, y: 0.5 }
  t.same(salientPoint(await picture(100, 66, green)), centre)
  t.same(salientPoint(await picture(60, 100, clear)), centre)
  const noisy = await picture(100, 66, green)
  noisy.data.forEach((value, i) => {
    noisy.data[i] = i % 4 === 3 ? 255 : value + ((i * 7) % 3)
  })
  t.same(salientPoint(noisy), centre)
})

t.test('pictures of any shape have a point within them', async (t) => {
  const sizes: [number, number][] = [
    [1, 1],
    [2, 100],
    [3, 3],
    [100, 1],
    [100, 3],
    [4, 100],
    [100, 100],
  ]
  for (const [width, height] of sizes) {
    const small = await picture(width, height, green)
    small.data[0] = 255
    const { x, y } = salientPoint(small)
    t.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1, `${width} × ${height}: ${x}, ${y}`)
  }
})

/** The same bytes on every machine. */
function gradients(width: number, height: number) {
  const data = Buffer.alloc(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set([2 * x, 3 * y, x * y, 255 - x - y], 4 * (y * width + x))
    }
  }
  return { data, width, height }
}

t.test('every machine finds the same point, also after other pictures', async (t) => {
  const point = { x: 0.4348704637977162, y: 0.34240509444111056 }
  t.strictSame(salientPoint(gradients(97, 31)), point)
  for (const [width, height] of [
    [3, 3],
    [40, 90],
    [100, 100],
  ] as const) {
    salientPoint(gradients(width, height))
    t.strictSame(salientPoint(gradients(97, 31)), point)
  }
})
