import sharp, { type Sharp } from 'sharp'
import type { Rgb } from './colour.js'
import { createRandom } from './random.js'

/** Raw 8-bit sRGB pixels, three bytes each. */
export type Canvas = { pixels: Buffer; width: number; height: number }

type Shader = (x: number, y: number) => Rgb

/**
 * Calls the shader for every second pixel of every second row, and enlarges the result: that takes a
 * quarter of the time, and grain covers the loss. The fraction is kept by dithering, without which a
 * wide gradient shows bands. Both sides are even.
 */
export async function shade(width: number, height: number, shader: Shader): Promise<Canvas> {
  const random = createRandom(1)
  const half = { width: width / 2, height: height / 2 }
  const pixels = Buffer.alloc(half.width * half.height * 3)
  let offset = 0
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const [red, green, blue] = shader(x, y)
      const dither = random.next()
      pixels[offset++] = level(red + dither)
      pixels[offset++] = level(green + dither)
      pixels[offset++] = level(blue + dither)
    }
  }
  const enlarged = open({ pixels, ...half }).resize(width, height, { kernel: 'cubic' })
  return { pixels: await enlarged.raw().toBuffer(), width, height }
}

/** Draws an SVG document, on top of a canvas where one is given. */
export async function draw(document: string, below?: Canvas): Promise<Canvas> {
  const source = below
    ? open(below).composite([{ input: Buffer.from(document) }])
    : sharp(Buffer.from(document))
  const { data, info } = await source.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Film grain, the same for the three channels; `strength` is its standard deviation in levels. */
export function grain(canvas: Canvas, strength: number, seed = 1): Canvas {
  const random = createRandom(seed)
  // A prime length, so that the repeats never line up with the rows.
  const film = Float32Array.from({ length: 262_147 }, () => {
    return (random.next() + random.next() + random.next() - 1.5) * 2 * strength
  })
  const pixels = Buffer.alloc(canvas.pixels.length)
  for (let offset = 0; offset < pixels.length; offset++) {
    const speck = film[Math.floor(offset / 3) % film.length] ?? 0
    pixels[offset] = level((canvas.pixels[offset] ?? 0) + speck + 0.5)
  }
  return { ...canvas, pixels }
}

export function open({ pixels, width, height }: Canvas): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function level(value: number): number {
  return Math.max(0, Math.min(value, 255))
}
