/** Divides values, which are not negative, by the highest of them, so that they are at most 1. */
export function normalize(plane: usize, count: i32): void {
  const end = plane + 4 * count
  let highest: f32 = 0
  for (let at = plane; at < end; at += 4) highest = max(highest, load<f32>(at))
  if (highest === 0) return
  for (let at = plane; at < end; at += 4) store<f32>(at, load<f32>(at) / highest)
}

/** The highest value less the lowest. */
export function rangeOf(plane: usize, count: i32): f32 {
  const end = plane + 4 * count
  let lowest = load<f32>(plane)
  let highest = lowest
  for (let at = plane; at < end; at += 4) {
    lowest = min(lowest, load<f32>(at))
    highest = max(highest, load<f32>(at))
  }
  return highest - lowest
}

/** Adds the values of one plane to those of another. */
export function add(plane: usize, count: i32, to: usize): void {
  const end = plane + 4 * count
  while (plane < end) {
    store<f32>(to, load<f32>(to) + load<f32>(plane))
    plane += 4
    to += 4
  }
}

/**
 * The 2 * radius + 1 weights of a Gaussian blur, which add up to 1.
 *
 * @param sigma in pixels.
 */
export function gaussian(sigma: f32, radius: i32, weights: usize): void {
  const end = weights + 4 * (2 * radius + 1)
  let sum: f32 = 0
  let x = -(<f32>radius)
  for (let at = weights; at < end; at += 4) {
    const weight = Mathf.exp((-x * x) / (2 * sigma * sigma))
    store<f32>(at, weight)
    sum += weight
    x += 1
  }
  for (let at = weights; at < end; at += 4) store<f32>(at, load<f32>(at) / sum)
}

/**
 * Convolves rows and then columns. Beyond the edges, all values count as 0.
 *
 * @param weights 2 * radius + 1.
 * @param scratch has room for a plane.
 */
export function blur(
  plane: usize,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
  scratch: usize,
): void {
  const rowBytes: usize = 4 * width
  const end = rowBytes * height
  memory.fill(scratch, 0, end)
  for (let row: usize = 0; row < end; row += rowBytes) {
    convolve(plane + row, width, 1, weights, radius, scratch + row)
  }
  memory.fill(plane, 0, end)
  convolve(scratch, height, width, weights, radius, plane)
}

/**
 * Adds the convolution of `length` items, each of `size` values, to as many others: of the values of a
 * row, or of the rows of a plane.
 */
function convolve(
  from: usize,
  length: i32,
  size: i32,
  weights: usize,
  radius: i32,
  to: usize,
): void {
  const reach = min(radius, length - 1)
  for (let shift = -reach; shift <= reach; shift++) {
    const weight = load<f32>(weights + 4 * (radius + shift))
    const first = 4 * max(shift, 0) * size
    const firstResult = 4 * max(-shift, 0) * size
    addProducts(from + first, weight, (length - abs(shift)) * size, to + firstResult)
  }
}

/** Adds `count` values, multiplied by a weight, to as many others. */
function addProducts(from: usize, weight: f32, count: i32, to: usize): void {
  const end = to + 4 * count
  const weights = f32x4.splat(weight)
  while (to + 16 <= end) {
    const products = f32x4.mul(v128.load(from), weights)
    v128.store(to, f32x4.add(v128.load(to), products))
    from += 16
    to += 16
  }
  while (to < end) {
    store<f32>(to, load<f32>(to) + load<f32>(from) * weight)
    from += 4
    to += 4
  }
}
