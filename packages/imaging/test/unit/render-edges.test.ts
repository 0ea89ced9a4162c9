import { gif } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import sharp, { type Sharp } from 'sharp'
import { BLUE, colourAt, distance, GREEN, noise, plain, RED, type Rgb } from '../pictures.js'
import { rendition } from '../rendition.js'

/** A red square on transparent pixels whose hidden colour is black. */
function redOnNothing(): Sharp {
  const size = 64
  const data = Buffer.alloc(size * size * 4)
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [i % size, Math.floor(i / size)]
    if (x > 20 && x < 43 && y > 20 && y < 43) data.set([...RED, 255], 4 * i)
  }
  return sharp(data, { raw: { width: size, height: size, channels: 4 } })
}

const transparent: [string, () => Promise<Buffer>][] = [
  ['PNG', () => redOnNothing().png().toBuffer()],
  ['palette PNG', () => redOnNothing().png({ palette: true }).toBuffer()],
  ['WebP', () => redOnNothing().webp({ lossless: true }).toBuffer()],
  ['GIF', () => redOnNothing().gif().toBuffer()],
  ['PNG of 16 bits', () => redOnNothing().toColourspace('rgb16').png().toBuffer()],
]

t.test('hidden colours do not bleed into the edges of a transparent image', async (t) => {
  for (const [name, make] of transparent) {
    const { bytes } = await rendition(t, await make(), 'w=23&format=png')
    const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer()
    const seen = Array.from({ length: pixels.length / 4 }, (_, i) =>
      pixels.subarray(4 * i, 4 * i + 4),
    )
      .filter(([, , , alpha = 0]) => alpha > 32)
      .map(([r = 0, g = 0, b = 0]): Rgb => [r, g, b])
    t.ok(seen.length > 40, name)
    t.ok(
      distance(
        seen,
        seen.map(() => RED),
      ) <= 8,
      name,
    )
    t.ok((pixels[3] ?? 255) === 0, `${name}: the corner is transparent`)
  }
})

/** Where JPEG keeps its resolution: no pixel between red and white is darker than red. */
const luma = (bytes: Buffer) => sharp(bytes).recomb(weights).png().toBuffer()
const weight: [number, number, number] = [0.299, 0.587, 0.114]
const weights: [typeof weight, typeof weight, typeof weight] = [weight, weight, weight]
const lumaOfRed = RED.reduce((sum, value, i) => sum + value * (weight[i] ?? 0), 0)

t.test('in JPEG the edges have no dark rim on white', async (t) => {
  for (const [name, make] of transparent) {
    const { bytes } = await rendition(t, await make(), 'w=23&format=jpeg&q=100')
    const { channels } = await sharp(await luma(bytes)).stats()
    t.ok((channels[0]?.min ?? 0) >= lumaOfRed - 6, name)
    t.ok(distance([await colourAt(bytes, 1, 1)], [[255, 255, 255]]) <= 1, name)
  }
})

t.test('grey images with alpha stay grey and transparent', async (t) => {
  const original = await plain(32, 32, [128, 128, 128], 0.5).toColourspace('b-w').png().toBuffer()
  t.match(await sharp(original).metadata(), { channels: 2 })
  const { bytes } = await rendition(t, original, 'w=16&format=png')
  const [r, g, b, alpha] = await sharp(bytes).toColourspace('srgb').raw().toBuffer()
  t.ok([r, g, b, alpha].every((value) => Math.abs((value ?? 0) - 128) <= 1))
})

t.test('flat colours are unchanged', async (t) => {
  for (let level = 0; level < 256; level += 5) {
    const colour: Rgb = [level, 255 - level, level >> 1]
    const original = await plain(9, 9, colour).png().toBuffer()
    const { bytes } = await rendition(t, original, 'w=4&format=png')
    t.strictSame(await colourAt(bytes, 1, 1), colour)
  }
})

t.test('the smallest and the narrowest images', async (t) => {
  const sizes = [
    [1, 1],
    [1, 500],
    [500, 1],
    [3000, 2],
    [2, 3000],
  ] as const
  for (const [width, height] of sizes) {
    const original = await noise(width, height).png().toBuffer()
    for (const format of ['webp', 'jpeg', 'png', 'avif']) {
      for (const query of ['', '&w=1', '&w=400', '&w=7&h=5', '&w=7&h=5&fit=fill']) {
        const name = `${width} × ${height} ${format} ${query}`
        const made = await rendition(t, original, `format=${format}&q=70${query}`).catch(
          (error: Error) => error,
        )
        if (made instanceof Error) {
          t.match(made.message, /asks for the original/, name)
          continue
        }
        const { width: w, height: h } = await sharp(made.bytes).metadata()
        t.strictSame([w, h], [made.width, made.height], name)
      }
    }
  }
})

t.test('the same input gives the same bytes', async (t) => {
  const original = await noise(300, 200).jpeg({ progressive: true }).toBuffer()
  for (const format of ['webp', 'jpeg', 'png', 'avif']) {
    const query = `w=100&format=${format}`
    const one = await rendition(t, original, query)
    const other = await rendition(t, original, query)
    t.ok(one.bytes.equals(other.bytes), format)
  }
})

t.test('frames are composed by their disposal method', async (t) => {
  const whole = { left: 0, top: 0, width: 16, height: 16 }
  const leftHalf = { ...whole, width: 8 }
  const rightHalf = { ...leftHalf, left: 8 }
  // The visible part of the second frame after the third is drawn beside it.
  const cases = [
    [1, GREEN],
    [3, RED],
  ] as const
  for (const [disposal, left] of cases) {
    const original = gif({ width: 16, height: 16 }, [
      { ...whole, colour: 0, disposal: 1, delay: 10 },
      { ...leftHalf, colour: 1, disposal, delay: 20 },
      { ...rightHalf, colour: 2, disposal: 1, delay: 30 },
    ])
    for (const format of ['', '&format=webp']) {
      const { bytes } = await rendition(t, original, `w=8${format}`)
      // A repetition count of five in the file means six plays.
      t.match(await sharp(bytes).metadata(), { pages: 3, delay: [100, 200, 300], loop: 6 })
      const frame = await sharp(bytes, { page: 2 }).png().toBuffer()
      const found = [await colourAt(frame, 1, 4), await colourAt(frame, 6, 4)]
      t.ok(distance(found, [left, BLUE]) < 40, `disposal ${disposal} ${format}: ${found}`)
    }
  }
})

t.test('disposal to background leaves transparency', async (t) => {
  const original = gif({ width: 16, height: 16 }, [
    { left: 0, top: 0, width: 16, height: 16, colour: 0, disposal: 2, delay: 10 },
    { left: 0, top: 0, width: 8, height: 16, colour: 1, disposal: 2, delay: 10 },
  ])
  for (const format of ['', '&format=webp']) {
    const { bytes } = await rendition(t, original, `w=8${format}`)
    const second = await sharp(bytes, { page: 1 }).ensureAlpha().raw().toBuffer()
    t.ok((second[6 * 4 + 3] ?? 255) < 32, format)
    t.ok((second[1 * 4 + 3] ?? 0) > 240, format)
  }
})

t.test('alpha has 86 levels in a WebP, and all of them in other formats', async (t) => {
  const levelsOf = async (format: string): Promise<number[]> => {
    const fading = Buffer.alloc(256 * 64 * 4, 120)
    for (let i = 0; i < 256 * 64; i++) fading[4 * i + 3] = i % 256
    const picture = sharp(fading, { raw: { width: 256, height: 64, channels: 4 } })
    const { bytes } = await rendition(t, await picture.png().toBuffer(), `w=255&format=${format}`)
    const alpha = await sharp(bytes).extractChannel('alpha').raw().toBuffer()
    return [...new Set(alpha)].sort((a, b) => a - b)
  }
  t.same(
    await levelsOf('webp'),
    Array.from({ length: 86 }, (_, i) => 3 * i),
  )
  t.ok((await levelsOf('png')).length > 250)
})
