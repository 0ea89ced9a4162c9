import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { fromRaw, type RawPicture } from '../../src/decode/raw-picture.js'
import { encoders } from '../../src/encode/encoders.js'
import { encodeFadingWebp } from '../../src/encode/fading-webp.js'
import { filterAlpha } from '../../src/resample/filter-alpha.js'
import { resample } from '../../src/resample/resample.js'
import { rendition } from '../rendition.js'

/** Colours and alpha of each pixel. */
type PixelAt = (x: number, y: number) => [red: number, green: number, blue: number, alpha: number]

function draw(width: number, height: number, pixelAt: PixelAt): RawPicture {
  const data = Buffer.alloc(4 * width * height)
  for (let i = 0; i < width * height; i += 1) {
    data.set(pixelAt(i % width, Math.floor(i / width)), 4 * i)
  }
  return { data, width, height, channels: 4 }
}

const settings = { op: 'encode', format: 'webp', quality: 90, animated: false } as const

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer()

const alphaOf = (pixels: Buffer): Uint8Array => pixels.filter((_, i) => i % 4 === 3)

t.test('alpha is exact, whatever the size and the values', async (t) => {
  const pictures = {
    'a single pixel': draw(1, 1, () => [90, 120, 150, 77]),
    'a single column': draw(1, 40, (_, y) => [90, 120, 150, (y * 77) % 256]),
    'a single row': draw(41, 1, (x) => [90, 120, 150, (x * 77) % 256]),
    'all values': draw(257, 63, (x, y) => [90, 120, 150, (x * 7 + y * y * 13) % 256]),
    'a slope': draw(333, 21, (x, y) => [x % 256, y, 150, Math.min(255, x)]),
    'one value': draw(33, 21, () => [90, 120, 150, 128]),
  }
  for (const [name, picture] of Object.entries(pictures)) {
    const bytes = await encodeFadingWebp(picture, filterAlpha(picture), settings)
    const { width, height } = picture
    t.match(await sharp(bytes).metadata(), { format: 'webp', width, height, hasAlpha: true }, name)
    t.same(alphaOf(await pixelsOf(bytes)), alphaOf(picture.data), name)
  }
})

/** A vignette: most pixels are translucent. */
const vignette = draw(320, 240, (x, y) => {
  const distance = Math.hypot(x / 320 - 0.5, y / 240 - 0.5)
  return [200 - (x >> 2), 60 + (y >> 1), 90, Math.round(255 * Math.min(1, 1.3 - 1.4 * distance))]
})

t.test('colours are those of libwebp', async (t) => {
  const own = await pixelsOf(await encodeFadingWebp(vignette, filterAlpha(vignette), settings))
  const libwebp = await pixelsOf(await encoders.webp(fromRaw(vignette), settings).toBuffer())
  t.equal(own.length, libwebp.length)
  const largest = own.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (libwebp[i] ?? 0))),
    0,
  )
  t.ok(largest <= 4, `differs by ${largest}`)
})

t.test('colours beside transparent pixels stay as they are', async (t) => {
  const [red, side] = [[220, 30, 40], 203] as const
  const distanceOf = (x: number, y: number) => Math.hypot(x - side / 2, y - side / 2)
  // A disc that fades to its centre, with a sharp edge. The hidden colour is black.
  const disc = draw(side, side, (x, y) => {
    const alpha = Math.round(255 * Math.min(1, Math.max(0, 90 - distanceOf(x, y))))
    return alpha === 0
      ? [0, 0, 0, 0]
      : [...red, Math.min(alpha, 64 + 2 * Math.round(distanceOf(x, y)))]
  })
  const largestAtEdge = async (bytes: Buffer): Promise<number> => {
    const pixels = await pixelsOf(bytes)
    const differences = Array.from({ length: side * side }, (_, i) => {
      const distance = distanceOf(i % side, Math.floor(i / side))
      const isEdge = distance > 85 && (disc.data[4 * i + 3] ?? 0) > 128
      return isEdge ? red.map((value, c) => Math.abs(value - (pixels[4 * i + c] ?? 0))) : [0]
    })
    return Math.max(...differences.flat())
  }
  const own = await encodeFadingWebp(disc, filterAlpha(disc), settings)
  const libwebp = await encoders.webp(fromRaw(disc), settings).toBuffer()
  const [difference, usual] = [await largestAtEdge(own), await largestAtEdge(libwebp)]
  t.ok(difference <= usual + 4, `${difference}, libwebp ${usual}`)
  t.same(alphaOf(await pixelsOf(own)), alphaOf(disc.data))
})

t.test('only what fades is encoded so', async (t) => {
  const cutOut = draw(320, 240, (x, y) => {
    const edge = 80 - Math.hypot(x - 160, y - 120)
    return [200 - (x >> 2), 60 + (y >> 1), 90, Math.round(255 * Math.min(1, Math.max(0, edge)))]
  })
  for (const [picture, fades] of [
    [vignette, true],
    [cutOut, false],
  ] as const) {
    const original = await fromRaw(picture).png().toBuffer()
    const { bytes } = await rendition(t, original, 'w=160&format=webp&q=90')
    const resized = resample(picture, { width: 160, height: 120 }, 3)
    const own = await encodeFadingWebp(resized, filterAlpha(resized), settings)
    t.equal(bytes.equals(own), fades)
    t.same(alphaOf(await pixelsOf(bytes)), alphaOf(resized.data))
  }
})

t.test('a crop of a fading picture is encoded so as well', async (t) => {
  const original = await fromRaw(vignette).png().toBuffer()
  const { bytes } = await rendition(t, original, 'w=100&h=100&fit=cover&format=webp')
  const { bytes: exact } = await rendition(t, original, 'w=100&h=100&fit=cover&format=png')
  t.match(await sharp(bytes).metadata(), { width: 100, height: 100, hasAlpha: true })
  const [rounded, alpha] = [alphaOf(await pixelsOf(bytes)), alphaOf(await pixelsOf(exact))]
  t.ok(rounded.every((value, i) => value % 3 === 0 && Math.abs(value - (alpha[i] ?? 0)) <= 2))
})
