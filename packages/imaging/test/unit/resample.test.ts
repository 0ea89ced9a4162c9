import { linearReference } from '@vitrine/testing/linear-reference'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import type { RawPicture } from '../../src/decode/raw-picture.js'
import { canResample, resample } from '../../src/resample/resample.js'
import { lanczosWeights } from '../../src/resample/weights.js'

/** Always the same numbers (Park and Miller, 1988). */
function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 42
  for (let i = 0; i < length; i += 1) {
    state = (state * 48_271) % 2_147_483_647
    bytes[i] = state & 255
  }
  return bytes
}

const noise = (width: number, height: number, channels: 3 | 4 = 3): RawPicture => ({
  data: randomBytes(width * height * channels),
  width,
  height,
  channels,
})

const plain = (width: number, height: number, pixel: readonly number[]): RawPicture => ({
  data: Buffer.concat(Array(width * height).fill(Buffer.from(pixel))),
  width,
  height,
  channels: pixel.length as 3 | 4,
})

const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)

const sizes: [width: number, height: number, toWidth: number, toHeight: number][] = [
  [160, 120, 100, 75],
  [160, 120, 160, 120],
  [160, 120, 159, 119],
  [97, 61, 13, 7],
  [64, 64, 1, 1],
  [1, 1, 1, 1],
  [1, 90, 1, 4],
  [90, 1, 17, 1],
  [300, 5, 8, 5],
  [33, 200, 33, 9],
]

t.test('the result is at most one level from an exact Lanczos in linear light', async (t) => {
  for (const [width, height, toWidth, toHeight] of sizes) {
    const picture = noise(width, height)
    const found = resample(picture, { width: toWidth, height: toHeight })
    const exact = linearReference(picture, toWidth, toHeight)
    t.match(found, { width: toWidth, height: toHeight, channels: 3 })
    t.ok(
      largestDifference(found.data, exact.data) <= 1,
      `${width}x${height} to ${toWidth}x${toHeight}: ${largestDifference(found.data, exact.data)}`,
    )
  }
})

t.test('a flat colour stays the same, and overshoot is cut off', async (t) => {
  for (let code = 0; code < 256; code += 1) {
    const { data } = resample(plain(20, 10, [code, 255 - code, 128]), { width: 7, height: 9 })
    t.strictSame([...data.subarray(-3)], [code, 255 - code, 128])
  }
  const stripes = plain(2, 40, [0, 0, 0])
  stripes.data.fill(255, 120)
  const { data } = resample(stripes, { width: 2, height: 29 })
  t.strictSame([Math.min(...data), Math.max(...data)], [0, 255])
})

t.test('an opaque picture with alpha gives the same colours', async (t) => {
  const opaque = noise(90, 70)
  const withAlpha = await sharp(opaque.data, { raw: { width: 90, height: 70, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const size = { width: 31, height: 44 }
  const { data } = resample({ ...opaque, data: withAlpha, channels: 4 }, size)
  const expected = resample(opaque, size).data
  for (let i = 0; i < 31 * 44; i += 1) {
    const pixel = [...expected.subarray(3 * i, 3 * i + 3), 255]
    t.ok(largestDifference(data.subarray(4 * i, 4 * i + 4), Uint8Array.from(pixel)) <= 1)
  }
})

t.test('the colour of transparent pixels does not show', async (t) => {
  const size = { width: 20, height: 20 }
  const half = (hidden: readonly number[]): RawPicture => {
    const picture = plain(64, 64, [200, 100, 50, 255])
    for (let i = 0; i < 64 * 32; i += 1) picture.data.set(hidden, 4 * i)
    return picture
  }
  const results = [
    [0, 0, 0, 0],
    [0, 255, 255, 0],
  ].map((hidden) => resample(half(hidden), size).data)
  t.ok(results[0]?.equals(results[1] ?? Buffer.alloc(0)))
  const at = 4 * (20 * 10 + 5)
  t.ok(
    largestDifference(results[0]?.subarray(at, at + 3) ?? Buffer.of(), Buffer.of(200, 100, 50)) <=
      1,
  )
})

t.test('opaque pixels beside transparent ones are resized like almost opaque ones', async (t) => {
  const { data, ...size } = noise(160, 120, 4)
  const withOpacity = (alpha: number): RawPicture => {
    // The upper half has transparent pixels among the others, and the lower half has none.
    const mixed = data.map((value, i) => {
      if (i % 4 < 3) return value
      return i < data.length / 2 && value < 64 ? 0 : alpha
    })
    return { data: Buffer.from(mixed), ...size }
  }
  const opaque = resample(withOpacity(255), { width: 100, height: 75 }).data
  const almost = resample(withOpacity(254), { width: 100, height: 75 }).data
  const isVisible = (i: number) => (opaque[i | 3] ?? 0) >= 64
  const differences = opaque.map((value, i) =>
    isVisible(i) ? Math.abs(value - (almost[i] ?? 0)) : 0,
  )
  t.ok(Math.max(...differences) <= 2, `largest difference: ${Math.max(...differences)}`)
  t.ok(opaque.filter((value, i) => i % 4 === 3 && value === 255).length > 2_000)
})

t.test('alpha is rounded to multiples of a step, and colours are not', async (t) => {
  const picture = noise(160, 120, 4)
  const size = { width: 100, height: 75 }
  const exact = resample(picture, size).data
  const rounded = resample(picture, size, 3).data
  const alpha = (data: Buffer) => data.filter((_, i) => i % 4 === 3)
  const colours = (data: Buffer) => data.filter((_, i) => i % 4 < 3)
  t.ok(alpha(rounded).every((value) => value % 3 === 0))
  t.ok(alpha(exact).some((value) => value % 3 !== 0))
  t.ok(largestDifference(alpha(exact), alpha(rounded)) <= 2)
  t.same(colours(exact), colours(rounded))
})

t.test('weights add up to one, also of very wide filters', async (t) => {
  for (const [from, to] of [
    [640, 640],
    [1024, 640],
    [4000, 2048],
    [4096, 64],
  ] as const) {
    const { values, taps, first } = lanczosWeights(from, to, 8)
    t.equal(first.length, to)
    for (let i = 0; i < to; i += 1) {
      const sum = values.subarray(i * taps, (i + 1) * taps).reduce((total, w) => total + w, 0)
      if (sum !== 1 << 14) t.fail(`${from} to ${to}, result ${i}: ${sum}`)
    }
  }
})

t.test('enlarging, and tiny results, are left to libvips', async (t) => {
  const from = { width: 640, height: 640 }
  t.ok(canResample(from, from))
  t.ok(canResample(from, { width: 10, height: 640 }))
  t.notOk(canResample(from, { width: 9, height: 640 }))
  t.notOk(canResample(from, { width: 641, height: 10 }))
})
