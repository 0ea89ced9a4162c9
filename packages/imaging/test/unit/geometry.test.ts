import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  coveringSize,
  roundedRatio,
  type Size,
  type SizeRequest,
  targetSize,
} from '../../src/plan/geometry.js'
import { fits } from '../../src/request/rendition-request.js'

type Fraction = readonly [numerator: bigint, denominator: bigint]

const smaller = (a: Fraction, b: Fraction) => (a[0] * b[1] <= b[0] * a[1] ? a : b)
const larger = (a: Fraction, b: Fraction) => (smaller(a, b) === a ? b : a)
const fraction = (n: number, d: number): Fraction => [BigInt(n), BigInt(d)]

/** Nearest integer, half up. */
const nearest = (side: number, [n, d]: Fraction) => Number((2n * BigInt(side) * n + d) / (2n * d))

const scaledBy = ({ width, height }: Size, factor: Fraction): Size => ({
  width: Math.max(1, nearest(width, factor)),
  height: Math.max(1, nearest(height, factor)),
})

/** The exact rule: both sides are multiplied by one factor of at most 1. */
function expectedSize(request: SizeRequest, source: Size, maxSide: number): Size {
  const { width: w, height: h, fit } = request
  const picture = w && h && fit !== 'contain' ? { width: w, height: h } : source
  const bounds = picture === source ? { width: w, height: h } : source
  const factors = [
    fraction(Math.min(bounds.width ?? source.width, maxSide), picture.width),
    fraction(Math.min(bounds.height ?? source.height, maxSide), picture.height),
  ]
  return scaledBy(picture, factors.reduce(smaller, [1n, 1n]))
}

const expectedCovering = (target: Size, source: Size) =>
  scaledBy(
    source,
    larger(fraction(target.width, source.width), fraction(target.height, source.height)),
  )

const sides = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 16_000 }))
const sizes = fc.record({ width: sides, height: sides })
const requests: fc.Arbitrary<SizeRequest> = fc.record(
  { width: sides, height: sides, fit: fc.constantFrom(...fits) },
  { requiredKeys: ['fit'] },
)
const maxSides = fc.constantFrom(30, 16_383, Number.POSITIVE_INFINITY)

const sameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height

t.test('every size is the exact one, rounded once', async () => {
  fc.assert(
    fc.property(requests, sizes, maxSides, (request, source, maxSide) =>
      sameSize(targetSize(request, source, maxSide), expectedSize(request, source, maxSide)),
    ),
    { numRuns: 60_000 },
  )
})

t.test('a cropped image is cut from the smallest covering size', async () => {
  fc.assert(
    fc.property(sizes, sizes, (request, source) => {
      const target = targetSize({ ...request, fit: 'cover' }, source, Number.POSITIVE_INFINITY)
      const whole = coveringSize(target, source)
      return (
        sameSize(whole, expectedCovering(target, source)) &&
        whole.width >= target.width &&
        whole.height >= target.height &&
        whole.width <= source.width &&
        whole.height <= source.height
      )
    }),
    { numRuns: 30_000 },
  )
})

t.test('rounding agrees with exact arithmetic', async () => {
  const big = fc.integer({ min: 1, max: 2 ** 51 })
  fc.assert(
    fc.property(big, big, (n, d) => roundedRatio(n, d) === nearest(1, fraction(n, d))),
    { numRuns: 30_000 },
  )
})

t.test('common sizes', async (t) => {
  const source = { width: 4000, height: 3000 }
  const cases: [SizeRequest, Size][] = [
    [{ fit: 'cover' }, source],
    [
      { fit: 'cover', width: 640 },
      { width: 640, height: 480 },
    ],
    [
      { fit: 'fill', height: 480 },
      { width: 640, height: 480 },
    ],
    [{ fit: 'cover', width: 4096 }, source],
    [
      { fit: 'cover', width: 1 },
      { width: 1, height: 1 },
    ],
    [
      { fit: 'cover', width: 300, height: 300 },
      { width: 300, height: 300 },
    ],
    [
      { fit: 'cover', width: 4096, height: 4096 },
      { width: 3000, height: 3000 },
    ],
    [
      { fit: 'fill', width: 4096, height: 2048 },
      { width: 4000, height: 2000 },
    ],
    [
      { fit: 'contain', width: 300, height: 300 },
      { width: 300, height: 225 },
    ],
    [
      { fit: 'contain', width: 4096, height: 300 },
      { width: 400, height: 300 },
    ],
    [{ fit: 'contain', width: 4096, height: 4096 }, source],
  ]
  for (const [request, size] of cases) {
    t.strictSame(
      targetSize(request, source, Number.POSITIVE_INFINITY),
      size,
      JSON.stringify(request),
    )
  }
})
