import type { LabPlanes } from './lab.js'
import { normalized, type Plane } from './plane.js'

/** The width of each border strip, as a fraction of the smaller side. */
const stripWidth = 0.1

/** Added to the variances: colours this near (CIELAB, squared) are the same. */
const leastVariance = 10

/**
 * How unlike the colours of the border each pixel is, 0–1: the sum of its distances to three of the four
 * strips along the edges, each relative to its largest. The distance is Mahalanobis', so that a border of
 * varied colours counts less. The strip that is farthest is left out, because a subject may touch an edge.
 */
export function borderDistance(planes: LabPlanes): Plane {
  const [{ width, height }] = planes
  const distances = stripsOf(width, height).map((strip) =>
    normalized(distanceTo(coloursOf(planes, strip), planes)),
  )
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) {
    let [sum, farthest] = [0, 0]
    for (const distance of distances) {
      const value = distance.values[i] ?? 0
      sum += value
      farthest = Math.max(farthest, value)
    }
    values[i] = sum - farthest
  }
  return normalized({ values, width, height })
}

/** In pixels, without the last ones. */
type Strip = { left: number; top: number; right: number; bottom: number }

function stripsOf(width: number, height: number): Strip[] {
  const side = Math.min(
    Math.max(2, Math.round(stripWidth * Math.min(width, height))),
    width,
    height,
  )
  const whole = { left: 0, top: 0, right: width, bottom: height }
  return [
    { ...whole, bottom: side },
    { ...whole, top: height - side },
    { ...whole, right: side },
    { ...whole, left: width - side },
  ]
}

type Triple = readonly [number, number, number]

/** Of the colours in a strip: their mean, and the inverse of their covariance, which is symmetric. */
type Colours = { mean: Triple; inverse: Inverse }
type Inverse = { ll: number; aa: number; bb: number; la: number; lb: number; ab: number }

function coloursOf(planes: LabPlanes, { left, top, right, bottom }: Strip): Colours {
  const [{ width }] = planes
  const sums = { l: 0, a: 0, b: 0, ll: 0, aa: 0, bb: 0, la: 0, lb: 0, ab: 0 }
  for (let row = top; row < bottom; row++) {
    for (let i = row * width + left; i < row * width + right; i++) addTo(sums, colourAt(planes, i))
  }
  const count = (right - left) * (bottom - top)
  const [l, a, b] = [sums.l / count, sums.a / count, sums.b / count]
  return {
    mean: [l, a, b],
    inverse: invert({
      ll: sums.ll / count - l * l + leastVariance,
      aa: sums.aa / count - a * a + leastVariance,
      bb: sums.bb / count - b * b + leastVariance,
      la: sums.la / count - l * a,
      lb: sums.lb / count - l * b,
      ab: sums.ab / count - a * b,
    }),
  }
}

function addTo(sums: Inverse & { l: number; a: number; b: number }, [l, a, b]: Triple): void {
  sums.l += l
  sums.a += a
  sums.b += b
  sums.ll += l * l
  sums.aa += a * a
  sums.bb += b * b
  sums.la += l * a
  sums.lb += l * b
  sums.ab += a * b
}

const colourAt = ([l, a, b]: LabPlanes, i: number): Triple => [
  l.values[i] ?? 0,
  a.values[i] ?? 0,
  b.values[i] ?? 0,
]

/** By cofactors. `leastVariance` keeps the determinant above 0. */
function invert({ ll, aa, bb, la, lb, ab }: Inverse): Inverse {
  const [c0, c1, c2] = [aa * bb - ab * ab, lb * ab - la * bb, la * ab - lb * aa]
  const determinant = ll * c0 + la * c1 + lb * c2
  return {
    ll: c0 / determinant,
    la: c1 / determinant,
    lb: c2 / determinant,
    aa: (ll * bb - lb * lb) / determinant,
    ab: (la * lb - ll * ab) / determinant,
    bb: (ll * aa - la * la) / determinant,
  }
}

function distanceTo({ mean, inverse }: Colours, planes: LabPlanes): Plane {
  const [{ width, height }] = planes
  const { ll, aa, bb, la, lb, ab } = inverse
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) {
    const l = (planes[0].values[i] ?? 0) - mean[0]
    const a = (planes[1].values[i] ?? 0) - mean[1]
    const b = (planes[2].values[i] ?? 0) - mean[2]
    const squared =
      ll * l * l + aa * a * a + bb * b * b + 2 * (la * l * a + lb * l * b + ab * a * b)
    values[i] = Math.sqrt(Math.max(0, squared))
  }
  return { values, width, height }
}
