import { createRandom } from './random.js'

/** Smooth value noise on a lattice of 256 × 256 that repeats; values in [-1, 1]. */
export function createNoise(seed: number) {
  const random = createRandom(seed)
  const lattice = Float32Array.from({ length: 65_536 }, () => random.next() * 2 - 1)
  const at = (x: number, y: number) => lattice[((y & 255) << 8) | (x & 255)] ?? 0

  function value(x: number, y = 0): number {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const across = fade(x - column)
    const down = fade(y - row)
    const top = at(column, row) + (at(column + 1, row) - at(column, row)) * across
    const bottom = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * across
    return top + (bottom - top) * down
  }

  /** Fractal sum: each octave has twice the frequency and half the weight of the one before. */
  function fractal(x: number, y = 0, octaves = 4): number {
    let sum = 0
    let weight = 0.5
    let scale = 1
    for (let octave = 0; octave < octaves; octave++) {
      sum += value(x * scale + octave * 17.3, y * scale + octave * 31.7) * weight
      weight /= 2
      scale *= 2
    }
    return sum
  }

  return { value, fractal }
}

function fade(t: number): number {
  return t * t * (3 - 2 * t)
}
