import t from '@vitrine/testing/t'
import { plan } from '../../src/plan/plan.js'
import type { Point, SourceImage } from '../../src/plan/source.js'
import type { CropStep } from '../../src/plan/steps.js'
import type { Gravity, RenditionRequest } from '../../src/request/rendition-request.js'

const source: SourceImage = {
  contentType: 'image/jpeg',
  width: 1600,
  height: 900,
  frameCount: 1,
  hasAlpha: false,
}
const square: RenditionRequest = {
  width: 300,
  height: 300,
  fit: 'cover',
  negotiated: false,
  accepted: [],
}
const cropOf = (request: RenditionRequest, of: SourceImage) =>
  plan(request, of)?.steps.find((step): step is CropStep => step.op === 'crop')
const around = (x: number, y: number): SourceImage => ({ ...source, focalPoint: { x, y } })

t.test('a crop has its point in the middle, as far as the picture reaches', async (t) => {
  const table: [x: number, left: number][] = [
    [0, 0],
    [0.28, 0],
    [0.3, 10],
    [0.5, 116],
    [0.7, 223],
    [0.72, 233],
    [1, 233],
  ]
  for (const [x, left] of table) {
    t.match(cropOf(square, around(x, 0.9)), { left, top: 0, width: 300, height: 300 }, `${x}`)
  }
  const tall = { ...square, width: 1600, height: 450 }
  t.match(cropOf(tall, around(0.1, 0.25)), { left: 0, top: 0 })
  t.match(cropOf(tall, around(0.1, 0.75)), { left: 0, top: 450 })
})

t.test('each gravity crops around its own point, and around the centre without one', async (t) => {
  const points = { focalPoint: { x: 0, y: 0 }, salientPoint: { x: 1, y: 1 } }
  const table: [Gravity | undefined, points: Partial<SourceImage>, left: number][] = [
    [undefined, points, 0],
    ['focal', points, 0],
    ['center', points, 116],
    ['auto', points, 233],
    [undefined, { focalPoint: null }, 116],
    ['auto', { focalPoint: { x: 0, y: 0 }, salientPoint: null }, 116],
    ['auto', { focalPoint: { x: 0, y: 0 } }, 116],
  ]
  for (const [gravity, given, left] of table) {
    const request = { ...square, ...(gravity && { gravity }) }
    t.equal(cropOf(request, { ...source, ...given })?.left, left, `${gravity}`)
  }
})

t.test('equal crops have equal keys, and different ones have different keys', async (t) => {
  const keyOf = (point: Point | null, gravity?: Gravity) =>
    plan({ ...square, ...(gravity && { gravity }) }, { ...source, focalPoint: point })?.key
  t.equal(keyOf(null), '300x300.cover.jpeg.q77', 'centred, as before there were focal points')
  t.equal(keyOf({ x: 0.5, y: 0.1 }), keyOf(null), 'a side that is not cut does not count')
  t.equal(keyOf({ x: 0, y: 0 }, 'center'), keyOf(null))
  t.equal(keyOf({ x: 0, y: 0 }), '300x300.cover-0-0.jpeg.q77')
  t.equal(keyOf({ x: 0.28, y: 0.7 }), keyOf({ x: 0, y: 0 }), 'both end at the left edge')
  t.not(keyOf({ x: 0.3, y: 0 }), keyOf({ x: 0.31, y: 0 }))
})

t.test('a request that does not crop has the same key for every gravity', async (t) => {
  const uncropped: Partial<RenditionRequest>[] = [
    { width: 400, height: 225 },
    { fit: 'contain' },
    { fit: 'fill' },
  ]
  for (const change of uncropped) {
    const keys = (['focal', 'center', 'auto'] as const).map(
      (gravity) => plan({ ...square, ...change, gravity }, around(0, 0))?.key,
    )
    t.equal(new Set(keys).size, 1)
    t.notMatch(keys[0], /cover/)
  }
})
