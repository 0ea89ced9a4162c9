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

type Tap = { from: number; weight: number }

/** For each result, the weights of its sources. Edges are repeated. */
function taps(from: number, to: number): Tap[][] {
  const scale = from / to
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale - 0.5
    const first = Math.ceil(centre - 3 * scale)
    const last = Math.floor(centre + 3 * scale)
    const row = Array.from({ length: last - first + 1 }, (_, k) => ({
      from: Math.min(from - 1, Math.max(0, first + k)),
      weight: lanczos3((first + k - centre) / scale),
    }))
    const sum = row.reduce((total, { weight }) => total + weight, 0)
    return row.map((tap) => ({ from: tap.from, weight: tap.weight / sum }))
  })
}

/** RGB, 8 bits, in and out. */
export function linearReference(source: Pixels, width: number, height: number): Pixels {
  const across = taps(source.width, width)
  const narrow = new Float64Array(width * source.height * 3)
  for (let i = 0; i < narrow.length; i++) {
    const x = Math.floor(i / 3) % width
    const row = Math.floor(i / (3 * width)) * source.width
    for (const { from, weight } of across[x] ?? []) {
      narrow[i] =
        (narrow[i] ?? 0) + weight * (decoded[source.data[(row + from) * 3 + (i % 3)] ?? 0] ?? 0)
    }
  }
  const down = taps(source.height, height)
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) {
    const column = i % (3 * width)
    let sum = 0
    for (const { from, weight } of down[Math.floor(i / (3 * width))] ?? []) {
      sum += weight * (narrow[from * width * 3 + column] ?? 0)
    }
    data[i] = encode(sum)
  }
  return { data, width, height }
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

const luma = ({ data, width, height }: Pixels) =>
  Float64Array.from({ length: width * height }, (_, i) => {
    const [r = 0, g = 0, b = 0] = data.subarray(3 * i, 3 * i + 3)
    return 0.299 * r + 0.587 * g + 0.114 * b
  })
