import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { parseRendition, plan, type SourceImage } from '../../src/index.js'

const side = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20_000 }))
const asked = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4096 }))
const sources: fc.Arbitrary<SourceImage> = fc.record({
  contentType: fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'),
  width: side,
  height: side,
  frameCount: fc.constantFrom(1, 1, 5),
  hasAlpha: fc.boolean(),
})
const queries = fc.record(
  {
    w: asked.map(String),
    h: asked.map(String),
    dpr: fc.constantFrom('1', '1.5', '2', '2.625', '3'),
    fit: fc.constantFrom('cover', 'contain', 'fill'),
    format: fc.constantFrom('webp', 'jpeg', 'png', 'avif'),
  },
  { requiredKeys: [] },
)

/** The side derived from a ratio may differ by rounding only. Cross-multiplied, hence exact. */
const keepsRatio = (width: number, height: number, w: number, h: number) => {
  const error = BigInt(width) * BigInt(h) - BigInt(height) * BigInt(w)
  const onePixel = BigInt(Math.max(w, h))
  return error < onePixel && -error < onePixel
}

t.test(
  'no plan enlarges, crops off-centre or distorts an image, or has an empty result',
  async () => {
    fc.assert(
      fc.property(queries, sources, (query, source) => {
        const request = parseRendition(query, undefined)
        const planned = plan(request, source)
        if (planned === null) return true
        const whole = planned.steps.find((step) => step.op === 'resize')
        const crop = planned.steps.find((step) => step.op === 'crop')
        if (!whole) return false
        const seen = crop ?? whole
        const { width: w, height: h, fit } = request
        const stretches = fit === 'fill' && w !== undefined && h !== undefined
        return (
          [whole, seen].every(({ width, height }) => width >= 1 && height >= 1) &&
          whole.width <= source.width &&
          whole.height <= source.height &&
          seen.width <= (w ?? source.width) &&
          seen.height <= (h ?? source.height) &&
          Math.max(seen.width, seen.height) <= 4096 &&
          planned.width === seen.width &&
          planned.height === seen.height &&
          (stretches
            ? keepsRatio(whole.width, whole.height, w, h)
            : keepsRatio(whole.width, whole.height, source.width, source.height)) &&
          (!crop || isCentred(crop, whole))
        )
      }),
      { numRuns: 100_000, seed: 20_261_121 },
    )
  },
)

type Box = { left: number; top: number; width: number; height: number }

/** One direction is complete; in the other, at most one extra pixel is cut at the far end. */
function isCentred(crop: Box, whole: { width: number; height: number }): boolean {
  const right = whole.width - crop.left - crop.width
  const bottom = whole.height - crop.top - crop.height
  return (
    [0, 1].includes(right - crop.left) &&
    [0, 1].includes(bottom - crop.top) &&
    (crop.width === whole.width || crop.height === whole.height)
  )
}
