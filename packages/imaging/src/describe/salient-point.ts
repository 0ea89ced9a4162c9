import type { Point } from '../plan/source.js'
import { borderDistance } from './border-distance.js'
import { type LabPlanes, labPlanes } from './lab.js'
import { blur, highestOf, normalized, type Plane } from './plane.js'
import type { SmallPicture } from './small-picture.js'

const centre: Point = { x: 0.5, y: 0.5 }

/** Pixels. */
const noiseSigma = 0.7
const detailSigma = 2

/** The size of the smallest subject, as a fraction of the smaller side. */
const subjectSigma = 0.06

/** Photographers put subjects near the middle, and heads above it. Fractions of the picture's size. */
const expected = { x: 0.5, y: 0.35, sigma: 0.4 }

/** Nearly a maximum: several objects that stand out equally give a point between them. */
const sharpness = 8

/** A picture whose colours differ less (in L*, a* and b*) has no subject. */
const leastContrast = 4

/**
 * The point that stands out, for `gravity=auto`: where the colours are unlike those along the border, and
 * where there is detail. infra/bench/README.md has the measurement on photographs. Skin colour is not
 * considered, so that people are treated alike. Takes 5 ms of CPU time.
 */
export function salientPoint(picture: SmallPicture): Point {
  const { width, height } = picture
  if (width < 3 || height < 3) return centre
  const planes = labPlanes(picture)
  if (planes.every((plane) => rangeOf(plane) < leastContrast)) return centre
  const salience = added(borderDistance(withoutNoise(planes)), detailOf(planes[0]))
  return peakOf(weighted(blur(salience, subjectSigma * Math.min(width, height))))
}

const rangeOf = ({ values }: Plane): number =>
  values.reduce((highest, value) => Math.max(highest, value), -Infinity) -
  values.reduce((lowest, value) => Math.min(lowest, value), Infinity)

const withoutNoise = ([l, a, b]: LabPlanes): LabPlanes => [
  blur(l, noiseSigma),
  blur(a, noiseSigma),
  blur(b, noiseSigma),
]

/** 0–1: the density of edges and texture. */
function detailOf({ values, width, height }: Plane): Plane {
  const edges = new Float32Array(values.length)
  for (let row = 1; row < height - 1; row++) {
    for (let i = row * width + 1; i < (row + 1) * width - 1; i++) {
      const around =
        (values[i - 1] ?? 0) +
        (values[i + 1] ?? 0) +
        (values[i - width] ?? 0) +
        (values[i + width] ?? 0)
      edges[i] = Math.abs(4 * (values[i] ?? 0) - around)
    }
  }
  return normalized(blur({ values: edges, width, height }, detailSigma))
}

const added = (one: Plane, other: Plane): Plane => ({
  ...one,
  values: one.values.map((value, i) => value + (other.values[i] ?? 0)),
})

function weighted({ values, width, height }: Plane): Plane {
  const weights = values.map((value, i) => {
    const x = ((i % width) + 0.5) / width - expected.x
    const y = (Math.floor(i / width) + 0.5) / height - expected.y
    return value * Math.exp(-(x * x + y * y) / (2 * expected.sigma ** 2))
  })
  return { values: weights, width, height }
}

function peakOf(plane: Plane): Point {
  const { values, width, height } = plane
  const highest = highestOf(plane)
  let [sum, x, y] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    const weight = ((values[i] ?? 0) / highest) ** sharpness
    sum += weight
    x += weight * ((i % width) + 0.5)
    y += weight * (Math.floor(i / width) + 0.5)
  }
  return { x: x / sum / width, y: y / sum / height }
}
