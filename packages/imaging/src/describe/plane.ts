/** One value per pixel, row by row. */
export type Plane = { values: Float32Array; width: number; height: number }

export const highestOf = ({ values }: Plane): number =>
  values.reduce((highest, value) => Math.max(highest, value), 0)

/** To at most 1; of values that are not negative. */
export function normalized(plane: Plane): Plane {
  const highest = highestOf(plane)
  return highest > 0 ? { ...plane, values: plane.values.map((value) => value / highest) } : plane
}

/** Gaussian blur; `sigma` in pixels. Beyond the edges, all values count as 0. */
export function blur({ values, width, height }: Plane, sigma: number): Plane {
  const kernel = gaussian(sigma)
  const across = convolve(values, kernel, { count: height, length: width, next: width, step: 1 })
  const both = convolve(across, kernel, { count: width, length: height, next: 1, step: width })
  return { values: both, width, height }
}

/** Sums to 1; the middle is the weight of the pixel itself. */
function gaussian(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(2.5 * sigma))
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/** `count` lines of `length` values; `next` and `step` are the distances of lines and of values. */
type Lines = { count: number; length: number; next: number; step: number }

function convolve(values: Float32Array, kernel: Float32Array, lines: Lines): Float32Array {
  const { count, length, next, step } = lines
  const radius = (kernel.length - 1) / 2
  const result = new Float32Array(values.length)
  for (let line = 0; line < count; line++) {
    for (let i = 0; i < length; i++) {
      let sum = 0
      const last = Math.min(length - 1, i + radius)
      for (let j = Math.max(0, i - radius); j <= last; j++) {
        sum += (kernel[j - i + radius] ?? 0) * (values[line * next + j * step] ?? 0)
      }
      result[line * next + i * step] = sum
    }
  }
  return result
}
