/** The weights of all results along one direction, for the kernel. */
export type Weights = {
  /** The position of each result's first source. It may be outside of the picture. */
  first: Int32Array
  /** For each result `taps` weights with 14 bits behind the point, which add up to 1; zeros at the end. */
  values: Int16Array
  taps: number
}

const one = 1 << 14
const lobes = 3

/** By sin 3a = 3 sin a - 4 sin³ a it takes one sine. */
function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= lobes) return 0
  const third = (Math.PI * x) / lobes
  const sine = Math.sin(third)
  const ratio = sine / third
  return ratio * ratio * (1 - (4 / 3) * sine * sine)
}

/**
 * Lanczos with three lobes, widened by the scale, as in libvips.
 *
 * @param multipleOf of the number of weights per result.
 */
export function lanczosWeights(from: number, to: number, multipleOf: number): Weights {
  const scale = Math.max(1, from / to)
  const reach = lobes * scale
  const taps = multipleOf * Math.ceil((Math.floor(2 * reach) + 1) / multipleOf)
  const first = new Int32Array(to)
  const values = new Int16Array(to * taps)
  const exact = new Float64Array(taps)
  for (let i = 0; i < to; i += 1) {
    const centre = ((i + 0.5) * from) / to - 0.5
    const start = Math.ceil(centre - reach)
    const count = Math.floor(centre + reach) - start + 1
    first[i] = start
    for (let k = 0; k < count; k += 1) exact[k] = lanczos((start + k - centre) / scale)
    writeRounded(exact, count, values, i * taps)
  }
  return { first, values, taps }
}

/** Writes integers with the sum of `one` from `at` on: what rounding leaves is carried to the next weight. */
function writeRounded(exact: Float64Array, count: number, values: Int16Array, at: number): void {
  let sum = 0
  for (let k = 0; k < count; k += 1) sum += exact[k] ?? 0
  let seen = 0
  let given = 0
  for (let k = 0; k < count; k += 1) {
    seen += exact[k] ?? 0
    const value = Math.round((one * seen) / sum) - given
    given += value
    values[at + k] = value
  }
}
