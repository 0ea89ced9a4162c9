/** The weights of all results along one direction, for the kernel. */
export type Weights = {
  /** Of each result, the position of its first source. It may be outside of the picture. */
  first: Int32Array
  /** For each result `taps` weights with 14 bits behind the point, which add up to 1; zeros at the end. */
  values: Int16Array
  taps: number
}

const one = 1 << 14
const lobes = 3

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= lobes) return 0
  const t = Math.PI * x
  return (lobes * Math.sin(t) * Math.sin(t / lobes)) / (t * t)
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
  for (let i = 0; i < to; i += 1) {
    const centre = ((i + 0.5) * from) / to - 0.5
    const start = Math.ceil(centre - reach)
    const last = Math.floor(centre + reach)
    first[i] = start
    const exact = Array.from({ length: last - start + 1 }, (_, k) =>
      lanczos((start + k - centre) / scale),
    )
    values.set(rounded(exact), i * taps)
  }
  return { first, values, taps }
}

/** To integers with the sum of `one`: what rounding leaves is carried to the next weight. */
function rounded(exact: readonly number[]): number[] {
  const sum = exact.reduce((total, weight) => total + weight, 0)
  let seen = 0
  let given = 0
  return exact.map((weight) => {
    seen += weight
    const value = Math.round((one * seen) / sum) - given
    given += value
    return value
  })
}
