/** An exact Lanczos resize in linear light, and a measure of similarity to it. */

export type Pixels = { data: Uint8Array; width: number; height: number }

const decoded = Float64Array.from({ length: 256 }, (_, code) => {
  const value = code / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

function encode(value: number): number {
  const v = Math.min(1, Math.max(0, value))
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055))
}

function lanczos3(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= 3) return 0
  return (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2
}

/** For one result: its sources, and their weights. */
type Taps = { from: Int32Array; weights: Float64Array }

/** Edges are repeated. */
function taps(from: number, to: number): Taps[] {
  const scale = from / to
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale - 0.5
    const first = Math.ceil(centre - 3 * scale)
    const length = Math.floor(centre + 3 * scale) - first + 1
    const weights = Float64Array.from({ length }, (_, k) => lanczos3((first + k - centre) / scale))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const inside = (position: number) => Math.min(from - 1, Math.max(0, position))
    return {
      from: Int32Array.from({ length }, (_, k) => inside(first + k)),
      weights: weights.map((weight) => weight / sum),
    }
  })
}

/** RGB, 8 bits, in and out. */
export function linearReference(source: Pixels, width: number, height: number): Pixels {
  const narrow = shrinkAcross(source, width)
  const stride = 3 * width
  const data = new Uint8Array(stride * height)
  for (const [y, { from, weights }] of taps(source.height, height).entries()) {
    const sums = new Float64Array(stride)
    for (const [k, row] of from.entries()) {
      const weight = weights[k] ?? 0
      for (let i = 0; i < stride; i++) {
        sums[i] = (sums[i] ?? 0) + weight * (narrow[row * stride + i] ?? 0)
      }
    }
    for (let i = 0; i < stride; i++) data[y * stride + i] = encode(sums[i] ?? 0)
  }
  return { data, width, height }
}

/** Linear light. */
function shrinkAcross(source: Pixels, width: number): Float64Array {
  const across = taps(source.width, width)
  const narrow = new Float64Array(3 * width * source.height)
  const row = new Float64Array(3 * source.width)
  for (let y = 0; y < source.height; y++) {
    for (let i = 0; i < row.length; i++) {
      row[i] = decoded[source.data[y * row.length + i] ?? 0] ?? 0
    }
    for (const [x, { from, weights }] of across.entries()) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0
        for (let k = 0; k < from.length; k++) {
          sum += (weights[k] ?? 0) * (row[3 * (from[k] ?? 0) + channel] ?? 0)
        }
        narrow[3 * (y * width + x) + channel] = sum
      }
    }
  }
  return narrow
}

/** Mean SSIM of luma over windows of 8 × 8 (Wang et al., 2004); 1 for equal pictures. */
export function ssim(a: Pixels, b: Pixels): number {
  const [x, y] = [luma(a), luma(b)]
  let sum = 0
  let count = 0
  for (let top = 0; top + 8 <= a.height; top += 4) {
    for (let left = 0; left + 8 <= a.width; left += 4) {
      sum += windowSsim(x, y, top * a.width + left, a.width)
      count++
    }
  }
  return sum / count
}

function windowSsim(x: Float64Array, y: Float64Array, origin: number, stride: number): number {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < 64; i++) {
    const at = origin + (i >> 3) * stride + (i & 7)
    const [u, v] = [x[at] ?? 0, y[at] ?? 0]
    sx += u
    sy += v
    sxx += u * u
    syy += v * v
    sxy += u * v
  }
  const [mx, my] = [sx / 64, sy / 64]
  const [vx, vy, cov] = [sxx / 64 - mx * mx, syy / 64 - my * my, sxy / 64 - mx * my]
  const [c1, c2] = [6.5025, 58.5225]
  return ((2 * mx * my + c1) * (2 * cov + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2))
}

function luma({ data, width, height }: Pixels): Float64Array {
  const values = new Float64Array(width * height)
  for (let i = 0; i < values.length; i++) {
    const [r, g, b] = [data[3 * i] ?? 0, data[3 * i + 1] ?? 0, data[3 * i + 2] ?? 0]
    values[i] = 0.299 * r + 0.587 * g + 0.114 * b
  }
  return values
}
