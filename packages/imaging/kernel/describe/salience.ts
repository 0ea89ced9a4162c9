/** The strength of edges and texture: the absolute Laplacian, and 0 along the border. */
export function edges(plane: usize, width: i32, height: i32, to: usize): void {
  const row: usize = 4 * width
  memory.fill(to, 0, 4 * width * height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at: usize = 4 * (y * width + x)
      const from = plane + at
      const across = load<f32>(from - 4) + load<f32>(from + 4)
      const down = load<f32>(from - row) + load<f32>(from + row)
      store<f32>(to + at, abs<f32>(<f32>4 * load<f32>(from) - across - down))
    }
  }
}

/**
 * Multiplies a plane by a Gaussian around a point.
 *
 * @param centreX with `centreY` and `sigma`, fractions of the picture's size.
 */
export function weigh(
  plane: usize,
  width: i32,
  height: i32,
  centreX: f32,
  centreY: f32,
  sigma: f32,
): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (<f32>column + 0.5) / <f32>width - centreX
      const y = (<f32>row + 0.5) / <f32>height - centreY
      const weight = Mathf.exp(-(x * x + y * y) / (2 * sigma * sigma))
      store<f32>(plane, weight * load<f32>(plane))
      plane += 4
    }
  }
}

/**
 * The mean position of all pixels, each weighted by the eighth power of its value: nearly that of the
 * maximum, but several objects that stand out equally give a point between them.
 *
 * @param plane values from 0 to 1.
 * @param to two 64-bit floats, x and y, as fractions of the picture's size.
 */
export function peak(plane: usize, width: i32, height: i32, to: usize): void {
  let sum: f64 = 0
  let x: f64 = 0
  let y: f64 = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const weight = eighthPower(load<f32>(plane))
      sum += weight
      x += weight * (<f64>column + 0.5)
      y += weight * (<f64>row + 0.5)
      plane += 4
    }
  }
  store<f64>(to, x / sum / width)
  store<f64>(to, y / sum / height, 8)
}

function eighthPower(value: f64): f64 {
  const square = value * value
  const fourth = square * square
  return fourth * fourth
}
