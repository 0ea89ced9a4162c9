import { normalize } from './plane'

/** The width of each border strip, as a fraction of the smaller side. */
const stripWidth: f32 = 0.1

/** Added to the variances: colours this near (CIELAB, squared) are the same. */
const leastVariance: f64 = 10

/** Statistics of the colours in a strip: sums, then means and covariances, and in the end means and the inverse. */
@unmanaged
class Statistics {
  l: f64
  a: f64
  b: f64
  ll: f64
  aa: f64
  bb: f64
  la: f64
  lb: f64
  ab: f64
}

const statistics = changetype<Statistics>(memory.data(offsetof<Statistics>(), 16))

/** The statistics of the four strips, each in a lane of its own. */
@unmanaged
class Lanes {
  l: v128
  a: v128
  b: v128
  ll: v128
  aa: v128
  bb: v128
  la: v128
  lb: v128
  ab: v128
}

const strips = changetype<Lanes>(memory.data(offsetof<Lanes>(), 16))

/**
 * How unlike the colours of the border each pixel is, 0–1: the sum of its distances to three of the four
 * strips along the edges, each relative to its largest. The distance is Mahalanobis', so that a border of
 * varied colours counts less. The strip that is farthest is left out, because a subject may touch an edge.
 *
 * @param lab three planes, one after another.
 * @param distances has room for four 32-bit floats per pixel.
 */
export function borderDistance(
  lab: usize,
  width: i32,
  height: i32,
  distances: usize,
  to: usize,
): void {
  const smaller = min(width, height)
  const side = min(smaller, max(2, <i32>Mathf.round(stripWidth * <f32>smaller)))
  describeStrip(lab, width, height, 0, 0, width, side, 0)
  describeStrip(lab, width, height, 0, height - side, width, height, 1)
  describeStrip(lab, width, height, 0, 0, side, height, 2)
  describeStrip(lab, width, height, width - side, 0, width, height, 3)
  const largest = measureDistances(lab, width * height, distances)
  addNearest(distances, width * height, largest, to)
  normalize(to, width * height)
}

/** From the pixel at `left` and `top` to that before `right` and `bottom`. */
function describeStrip(
  lab: usize,
  width: i32,
  height: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  lane: i32,
): void {
  memory.fill(changetype<usize>(statistics), 0, offsetof<Statistics>())
  const next: usize = 4 * width * height
  for (let row = top; row < bottom; row++) {
    const end = lab + 4 * (row * width + right)
    for (let at = lab + 4 * (row * width + left); at < end; at += 4) addColour(at, next)
  }
  toCovariances((right - left) * (bottom - top))
  invert()
  copyTo(lane)
}

function addColour(at: usize, next: usize): void {
  const l: f64 = load<f32>(at)
  const a: f64 = load<f32>(at + next)
  const b: f64 = load<f32>(at + 2 * next)
  statistics.l += l
  statistics.a += a
  statistics.b += b
  statistics.ll += l * l
  statistics.aa += a * a
  statistics.bb += b * b
  statistics.la += l * a
  statistics.lb += l * b
  statistics.ab += a * b
}

function toCovariances(count: f64): void {
  const l = statistics.l / count
  const a = statistics.a / count
  const b = statistics.b / count
  statistics.l = l
  statistics.a = a
  statistics.b = b
  statistics.ll = statistics.ll / count - l * l + leastVariance
  statistics.aa = statistics.aa / count - a * a + leastVariance
  statistics.bb = statistics.bb / count - b * b + leastVariance
  statistics.la = statistics.la / count - l * a
  statistics.lb = statistics.lb / count - l * b
  statistics.ab = statistics.ab / count - a * b
}

/** By cofactors. `leastVariance` keeps the determinant above 0. */
function invert(): void {
  const ll = statistics.ll
  const aa = statistics.aa
  const bb = statistics.bb
  const la = statistics.la
  const lb = statistics.lb
  const ab = statistics.ab
  const c0 = aa * bb - ab * ab
  const c1 = lb * ab - la * bb
  const c2 = la * ab - lb * aa
  const determinant = ll * c0 + la * c1 + lb * c2
  statistics.ll = c0 / determinant
  statistics.la = c1 / determinant
  statistics.lb = c2 / determinant
  statistics.aa = (ll * bb - lb * lb) / determinant
  statistics.ab = (la * lb - ll * ab) / determinant
  statistics.bb = (ll * aa - la * la) / determinant
}

/** Both classes have the same fields in the same order. */
function copyTo(lane: i32): void {
  let from = changetype<usize>(statistics)
  const end = from + offsetof<Statistics>()
  let to = changetype<usize>(strips) + 4 * lane
  while (from < end) {
    store<f32>(to, <f32>load<f64>(from))
    from += 8
    to += 16
  }
}

/** Measures the distance of each pixel to each strip. @returns the largest of each strip. */
function measureDistances(lab: usize, count: i32, distances: usize): v128 {
  const next: usize = 4 * count
  const end = lab + next
  const zero = f32x4.splat(0)
  let largest = zero
  while (lab < end) {
    const l = f32x4.sub(v128.load32_splat(lab), strips.l)
    const a = f32x4.sub(v128.load32_splat(lab + next), strips.a)
    const b = f32x4.sub(v128.load32_splat(lab + 2 * next), strips.b)
    const squares = sum(
      product(strips.ll, l, l),
      product(strips.aa, a, a),
      product(strips.bb, b, b),
    )
    const mixed = sum(product(strips.la, l, a), product(strips.lb, l, b), product(strips.ab, a, b))
    const squared = sum(squares, mixed, mixed)
    const distance = f32x4.sqrt(f32x4.max(zero, squared))
    largest = f32x4.max(largest, distance)
    v128.store(distances, distance)
    lab += 4
    distances += 16
  }
  return largest
}

function sum(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(a, f32x4.add(b, c))
}

function product(a: v128, b: v128, c: v128): v128 {
  return f32x4.mul(a, f32x4.mul(b, c))
}

/** The sum of each pixel's four distances, relative to the largest of their strip, less the farthest. */
function addNearest(distances: usize, count: i32, largest: v128, to: usize): void {
  // The distances to a strip from which no pixel differs are 0, and stay so.
  const divisor = f32x4.max(largest, f32x4.splat(f32.MIN_NORMAL_VALUE))
  const end = to + 4 * count
  while (to < end) {
    const all = f32x4.div(v128.load(distances), divisor)
    const first = f32x4.extract_lane(all, 0)
    const second = f32x4.extract_lane(all, 1)
    const third = f32x4.extract_lane(all, 2)
    const fourth = f32x4.extract_lane(all, 3)
    const farthest = max(max(first, second), max(third, fourth))
    store<f32>(to, first + second + third + fourth - farthest)
    distances += 16
    to += 4
  }
}
