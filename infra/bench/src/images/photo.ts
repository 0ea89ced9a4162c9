import { createRandom } from '@vitrine/testing/random'
import sharp from 'sharp'

/** Raw 8-bit sRGB, three bytes per pixel. */
export type Photo = { pixels: Buffer; width: number; height: number }

/**
 * A synthetic image that costs decoders and encoders as much as a photo: ridges with hard edges
 * that fade into haze, texture on every scale, film grain. Deterministic for a seed.
 */
export async function drawPhoto(width: number, height: number, seed = 1): Promise<Photo> {
  const random = createRandom(seed).next
  const texture = await fractalTexture(width, height, random)
  const ridges = Array.from({ length: ridgeCount }, (_, i) => ridgeLine(width, height, i, random))
  const grain = Float32Array.from({ length: grainPeriod }, () => (random() + random() - 1) * 5)
  const pixels = Buffer.alloc(width * height * 3)
  let offset = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = y * width + x
      // The nearest ridge that reaches this row, or the sky.
      let layer = ridgeCount
      while (layer > 0 && y < (ridges[layer - 1]?.[x] ?? 0)) layer -= 1
      const depth = layer / ridgeCount
      const detail = ((texture[place] ?? 0) - 128) * (0.15 + 0.75 * depth)
      const speck = detail + (grain[place % grainPeriod] ?? 0)
      const haze = 1 - depth
      pixels[offset++] = level(40 + 190 * haze - 60 * haze * (1 - y / height) + speck)
      pixels[offset++] = level(60 + 130 * haze + speck)
      pixels[offset++] = level(50 + 120 * haze + 70 * haze * (1 - y / height) + 0.8 * speck)
    }
  }
  return { pixels, width, height }
}

const ridgeCount = 6
/** A prime, so that its repeats never line up with the rows. */
const grainPeriod = 262_147

/** Grey noise in five octaves, each of twice the frequency and less weight; mean 128. */
async function fractalTexture(width: number, height: number, random: () => number) {
  const sum = new Float32Array(width * height).fill(128)
  for (const [octave, weight] of [0.45, 0.3, 0.2, 0.15, 0.1].entries()) {
    const cells = 24 * 3 ** octave
    const size = { width: cells, height: Math.ceil((cells * height) / width) }
    const noise = Buffer.alloc(size.width * size.height)
    for (let i = 0; i < noise.length; i += 1) noise[i] = random() * 256
    const layer = await sharp(noise, { raw: { ...size, channels: 1 } })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer()
    for (let i = 0; i < sum.length; i += 1) {
      sum[i] = (sum[i] ?? 0) + ((layer[i] ?? 0) - 128) * weight
    }
  }
  return sum
}

/** Height of a ridge in each column, in rows from the top; nearer ridges (`index`) are lower. */
function ridgeLine(width: number, height: number, index: number, random: () => number) {
  const waves = Array.from({ length: 9 }, (_, i) => ({
    frequency: 2 ** i * (1 + random()),
    phase: random() * 2 * Math.PI,
    swing: (height * 0.12) / 1.9 ** i,
  }))
  const base = height * (0.25 + (0.7 * index) / ridgeCount)
  return Float32Array.from({ length: width }, (_, x) =>
    waves.reduce(
      (y, { frequency, phase, swing }) => y + swing * Math.sin((x / width) * frequency * 6 + phase),
      base,
    ),
  )
}

const level = (value: number) => Math.max(0, Math.min(Math.round(value), 255))
