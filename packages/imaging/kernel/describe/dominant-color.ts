/** Each channel is divided into 8 steps: with more, the noise of a photo splits one colour into many. */
const stepBits: i32 = 3

/** The number of cells of the colour space. */
export const cells: i32 = 1 << (3 * stepBits)

/**
 * The most frequent cell of the colour space. A pixel, of RGBA with 8 bits, counts as much as it is opaque.
 *
 * @param weights has room for `cells` 32-bit integers.
 */
export function dominantCell(pixels: usize, count: i32, weights: usize): i32 {
  memory.fill(weights, 0, 4 * cells)
  const end = pixels + 4 * count
  for (let pixel = pixels; pixel < end; pixel += 4) {
    const weight = weights + 4 * cellOf(pixel)
    store<u32>(weight, load<u32>(weight) + load<u8>(pixel, 3))
  }
  let dominant = 0
  for (let cell = 1; cell < cells; cell++) {
    const weight = load<u32>(weights + 4 * cell)
    if (weight > load<u32>(weights + 4 * dominant)) dominant = cell
  }
  return dominant
}

/**
 * Sums of a cell's red, green and blue, multiplied by alpha, and of its alpha.
 *
 * @param sums has room for four 64-bit floats.
 */
export function sumCell(pixels: usize, count: i32, cell: i32, sums: usize): void {
  memory.fill(sums, 0, 32)
  const end = pixels + 4 * count
  for (let pixel = pixels; pixel < end; pixel += 4) {
    if (cellOf(pixel) !== cell) continue
    const alpha: f64 = load<u8>(pixel, 3)
    store<f64>(sums, load<f64>(sums) + alpha * load<u8>(pixel))
    store<f64>(sums, load<f64>(sums, 8) + alpha * load<u8>(pixel, 1), 8)
    store<f64>(sums, load<f64>(sums, 16) + alpha * load<u8>(pixel, 2), 16)
    store<f64>(sums, load<f64>(sums, 24) + alpha, 24)
  }
}

function cellOf(pixel: usize): i32 {
  const red = stepOf(load<u8>(pixel))
  const green = stepOf(load<u8>(pixel, 1))
  const blue = stepOf(load<u8>(pixel, 2))
  return (((red << stepBits) + green) << stepBits) + blue
}

function stepOf(value: i32): i32 {
  return value >> (8 - stepBits)
}
