/*
 * The inner loops of `src/resample`, in AssemblyScript, which compiles to WebAssembly with SIMD. All
 * arithmetic is on integers, and IEEE floats for alpha, so every machine gives the same bytes. The caller lays out the memory and
 * passes pointers; nothing is allocated here. A plane is one channel of a row, in samples of 16 bits.
 */

/** Linear light: 0 is black. The rest of the 16 bits is room for overshoot, 36 % above white. */
export const white: i32 = 24000

/** Weights have 14 bits behind the point; sums start at half of the last bit, for rounding. */
const shift: i32 = 14
const half: i32 = 1 << (shift - 1)

/** A share of 1, with 15 bits behind the point. */
const one: i32 = 1 << 15

function lookUp(table: usize, from: usize): i16 {
  return load<i16>(table + ((<usize>load<u8>(from)) << 1))
}

/** Interleaved RGB of 8 bits into three planes of linear light. */
export function linearize(
  from: usize,
  planes: usize,
  planeBytes: usize,
  width: i32,
  table: usize,
): void {
  const end = from + 3 * width
  while (from < end) {
    store<i16>(planes, lookUp(table, from))
    store<i16>(planes + planeBytes, lookUp(table, from + 1))
    store<i16>(planes + 2 * planeBytes, lookUp(table, from + 2))
    from += 3
    planes += 2
  }
}

/**
 * Does what `linearize` does, with alpha: colours are multiplied by it, and it becomes the fourth plane. Opaque and transparent
 * pixels, the most in many pictures, need no arithmetic: it would give the same.
 */
export function linearizeAlpha(
  from: usize,
  planes: usize,
  planeBytes: usize,
  width: i32,
  table: usize,
): void {
  const end = from + 4 * width
  while (from < end) {
    const alpha = <i32>load<u8>(from, 3)
    if (alpha === 255) {
      store<i16>(planes, lookUp(table, from))
      store<i16>(planes + planeBytes, lookUp(table, from + 1))
      store<i16>(planes + 2 * planeBytes, lookUp(table, from + 2))
      store<i16>(planes + 3 * planeBytes, <i16>white)
    } else if (alpha === 0) {
      store<i16>(planes, 0)
      store<i16>(planes + planeBytes, 0)
      store<i16>(planes + 2 * planeBytes, 0)
      store<i16>(planes + 3 * planeBytes, 0)
    } else {
      const share = (alpha * one + 127) / 255
      store<i16>(planes, multiplied(lookUp(table, from), share))
      store<i16>(planes + planeBytes, multiplied(lookUp(table, from + 1), share))
      store<i16>(planes + 2 * planeBytes, multiplied(lookUp(table, from + 2), share))
      store<i16>(planes + 3 * planeBytes, multiplied(<i16>white, share))
    }
    from += 4
    planes += 2
  }
}

/** @param share with 15 bits behind the point. */
function multiplied(light: i16, share: i32): i16 {
  return <i16>((<i32>light * share + one / 2) >> 15)
}

/** Repeats the first and the last sample of a plane before and after it. */
export function extend(plane: usize, width: i32, before: i32, after: i32): void {
  const first = load<i16>(plane)
  for (let i = 1; i <= before; i++) store<i16>(plane - 2 * i, first)
  const end = plane + 2 * width
  const last = load<i16>(end - 2)
  for (let i = 0; i < after; i++) store<i16>(end + 2 * i, last)
}

/** Four products of eight samples each, added to four sums. */
function addProducts(sums: v128, samples: usize, weights: usize): v128 {
  return i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(samples), v128.load(weights)))
}

/** [a0 + a2, b0 + b2, a1 + a3, b1 + b3] */
function halves(a: v128, b: v128): v128 {
  return i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7))
}

/**
 * One plane to its new width, four samples at a time.
 *
 * @param starts byte offsets of the first sample of each result.
 * @param bytes of the weights of one result: a multiple of 16.
 * @param count a multiple of 4.
 */
export function narrow(
  plane: usize,
  starts: usize,
  weights: usize,
  bytes: usize,
  count: i32,
  to: usize,
): void {
  const rounding = i32x4.splat(half)
  const end = to + 2 * count
  while (to < end) {
    let a = i32x4.splat(0)
    let b = a
    let c = a
    let d = a
    for (let at: usize = 0; at < bytes; at += 16) {
      const weight = weights + at
      a = addProducts(a, plane + load<u32>(starts) + at, weight)
      b = addProducts(b, plane + load<u32>(starts, 4) + at, weight + bytes)
      c = addProducts(c, plane + load<u32>(starts, 8) + at, weight + 2 * bytes)
      d = addProducts(d, plane + load<u32>(starts, 12) + at, weight + 3 * bytes)
    }
    const ab = halves(a, b)
    const cd = halves(c, d)
    const sums = i32x4.add(i64x2.shuffle(ab, cd, 0, 2), i64x2.shuffle(ab, cd, 1, 3))
    const scaled = i32x4.shr_s(i32x4.add(sums, rounding), shift)
    v128.store64_lane(to, i16x8.narrow_i32x4_s(scaled, scaled), 0)
    starts += 16
    weights += 4 * bytes
    to += 8
  }
}

/**
 * The weighted sum of rows, without negative light.
 *
 * @param rows pointers, in pairs; `weights` has two for each pair.
 * @param bytes of one row: a multiple of 16.
 */
export function blend(rows: usize, weights: usize, pairs: i32, bytes: usize, to: usize): void {
  const black = i16x8.splat(0)
  for (let at: usize = 0; at < bytes; at += 16) {
    let low = i32x4.splat(half)
    let high = low
    for (let pair = 0; pair < pairs; pair++) {
      const a = v128.load(<usize>load<u32>(rows + 8 * pair) + at)
      const b = v128.load(<usize>load<u32>(rows + 8 * pair, 4) + at)
      const both = v128.load32_splat(weights + 4 * pair)
      const first = i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
      const second = i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
      low = i32x4.add(low, i32x4.dot_i16x8_s(first, both))
      high = i32x4.add(high, i32x4.dot_i16x8_s(second, both))
    }
    const sums = i16x8.narrow_i32x4_s(i32x4.shr_s(low, shift), i32x4.shr_s(high, shift))
    v128.store(to + at, i16x8.max_s(sums, black))
  }
}

/** Three planes of linear light into interleaved RGB of 8 bits, by a table for all of the 16 bits. */
export function encode(
  planes: usize,
  planeBytes: usize,
  width: i32,
  table: usize,
  to: usize,
): void {
  const end = to + 3 * width
  while (to < end) {
    store<u8>(to, load<u8>(table + <usize>load<u16>(planes)))
    store<u8>(to, load<u8>(table + <usize>load<u16>(planes + planeBytes)), 1)
    store<u8>(to, load<u8>(table + <usize>load<u16>(planes + 2 * planeBytes)), 2)
    planes += 2
    to += 3
  }
}

/**
 * Does what `encode` does, with alpha, by which colours are divided: both overshoot alike, so neither is cut off before.
 * Opaque and wholly transparent pixels need no division: it would give the same.
 *
 * @param alphaStep alpha is a multiple of it; a divisor of 255.
 */
export function encodeAlpha(
  planes: usize,
  planeBytes: usize,
  width: i32,
  table: usize,
  to: usize,
  alphaStep: i32,
): void {
  const steps = 255 / alphaStep
  const end = to + 4 * width
  while (to < end) {
    const alpha = <i32>load<u16>(planes + 3 * planeBytes)
    if (alpha === white) {
      store<u8>(to, load<u8>(table + <usize>load<u16>(planes)))
      store<u8>(to, load<u8>(table + <usize>load<u16>(planes + planeBytes)), 1)
      store<u8>(to, load<u8>(table + <usize>load<u16>(planes + 2 * planeBytes)), 2)
      store<u8>(to, 255, 3)
    } else if (alpha === 0) {
      store<u32>(to, <u32>load<u8>(table) * 0x010101)
    } else {
      const factor = <f32>white / <f32>alpha
      store<u8>(to, load<u8>(table + scaledLight(planes, factor)))
      store<u8>(to, load<u8>(table + scaledLight(planes + planeBytes, factor)), 1)
      store<u8>(to, load<u8>(table + scaledLight(planes + 2 * planeBytes, factor)), 2)
      store<u8>(to, <u8>(((min(alpha, white) * steps + white / 2) / white) * alphaStep), 3)
    }
    planes += 2
    to += 4
  }
}

/** At most white. */
function scaledLight(light: usize, factor: f32): usize {
  return <usize>min(<i32>(<f32>load<u16>(light) * factor + 0.5), white)
}
