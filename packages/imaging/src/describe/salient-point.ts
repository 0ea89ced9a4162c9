import type { Point } from '../plan/source.js'
import { createLayout } from '../webassembly/layout.js'
import { kernel } from './kernel.js'
import type { SmallPicture } from './small-picture.js'

const centre: Point = { x: 0.5, y: 0.5 }

/** Pixels. */
const noiseSigma = 0.7
const detailSigma = 2

/** The size of the smallest subject, as a fraction of the smaller side. */
const subjectSigma = 0.06

/** Photographers put subjects near the middle, and heads above it. Fractions of the picture's size. */
const expected = { x: 0.5, y: 0.35, sigma: 0.4 }

/** A picture whose colours differ less (in L*, a* and b*) has no subject. */
const leastContrast = 4

/**
 * The point that stands out, for `gravity=auto`: where the colours are unlike those along the border, and
 * where there is detail, chosen by measurement (README, Decisions). Skin colour is not
 * considered, so that people are treated alike. The first call in a process takes 10 ms of CPU time, the
 * others 1.2 ms.
 */
export function salientPoint(picture: SmallPicture): Point {
  const { width, height } = picture
  if (width < 3 || height < 3) return centre
  const count = width * height
  const { functions, memory, at, blur } = prepare(picture)
  functions.toLab(at.pixels, count, functions.linear, at.lab)
  const planes = [at.lab, at.lab + 4 * count, at.lab + 8 * count]
  if (planes.every((plane) => functions.rangeOf(plane, count) < leastContrast)) return centre

  // The density of edges and texture, 0–1: of L*, the first plane.
  functions.edges(at.lab, width, height, at.detail)
  blur(at.detail, detailSigma)
  functions.normalize(at.detail, count)

  // How unlike those of the border the colours are, 0–1.
  for (const plane of planes) blur(plane, noiseSigma)
  functions.borderDistance(at.lab, width, height, at.distances, at.salience)

  // Both together, where a subject is expected.
  functions.add(at.detail, count, at.salience)
  blur(at.salience, subjectSigma * Math.min(width, height))
  functions.weigh(at.salience, width, height, expected.x, expected.y, expected.sigma)
  functions.normalize(at.salience, count)
  functions.peak(at.salience, width, height, at.point)
  const [x = 0, y = 0] = new Float64Array(memory.buffer, at.point, 2)
  return { x, y }
}

/** Lays out the memory of the kernel, and copies the picture into it. */
function prepare({ data, width, height }: SmallPicture) {
  const functions = kernel()
  const largestSigma = Math.max(noiseSigma, detailSigma, subjectSigma * Math.min(width, height))
  const planeBytes = 4 * width * height
  const { take, end } = createLayout(functions.free)
  const at = {
    pixels: take(data.length),
    lab: take(3 * planeBytes),
    detail: take(planeBytes),
    distances: take(4 * planeBytes),
    salience: take(planeBytes),
    scratch: take(planeBytes),
    weights: take(4 * (2 * radiusOf(largestSigma) + 1)),
    point: take(2 * 8),
  }
  const memory = functions.reserve(end())
  memory.set(data, at.pixels)
  const blur = (plane: number, sigma: number) => {
    functions.gaussian(sigma, radiusOf(sigma), at.weights)
    functions.blur(plane, width, height, at.weights, radiusOf(sigma), at.scratch)
  }
  return { functions, memory, at, blur }
}

/** Pixels. Beyond it, 1 % of a Gaussian is left. */
const radiusOf = (sigma: number): number => Math.max(1, Math.ceil(2.5 * sigma))
