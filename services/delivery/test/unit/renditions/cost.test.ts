import t from '@vitrine/testing/t'
import { renderCostOf } from '../../../src/renditions/admission/cost.js'
import { pictureOf, planOf } from './pictures.js'

const costOf = (query: Record<string, string>, picture = pictureOf()) =>
  renderCostOf(planOf(query, picture), picture.source).costMs

t.test('estimates are within a factor of two of the measurements', async (t) => {
  const plain = (width: number, height: number, contentType: 'image/jpeg' | 'image/png') =>
    pictureOf({ width, height, contentType })
  // Measured CPU ms of a photo, sharp 0.35.5.
  const measured: [
    query: Record<string, string>,
    picture: ReturnType<typeof pictureOf>,
    ms: number,
  ][] = [
    [{ w: '640', format: 'webp' }, pictureOf(), 50],
    [{ w: '320', format: 'webp' }, pictureOf(), 44],
    [{ w: '640', format: 'jpeg' }, pictureOf(), 50],
    [{ w: '2300', format: 'jpeg' }, pictureOf(), 290],
    [{ w: '640', format: 'avif' }, pictureOf(), 45],
    [{ w: '640', format: 'png' }, pictureOf(), 56],
    [{ w: '1280', format: 'webp' }, pictureOf(), 140],
    [{ w: '1280', format: 'avif' }, pictureOf(), 150],
    [{ w: '3900', format: 'png' }, pictureOf(), 917],
    [{ w: '3900', format: 'jpeg' }, pictureOf(), 169],
    [{ w: '640', format: 'webp' }, plain(1024, 768, 'image/jpeg'), 45],
    [{ w: '640', format: 'webp' }, plain(1024, 768, 'image/png'), 50],
  ]
  for (const [query, picture, ms] of measured) {
    const estimated = costOf(query, picture)
    t.ok(estimated >= ms / 2 && estimated <= ms * 2, `${JSON.stringify(query)}: ${estimated} ${ms}`)
  }
})

t.test('more pixels, and more frames, cost more', async (t) => {
  for (const format of ['webp', 'avif', 'jpeg', 'png']) {
    const costs = ['64', '320', '640', '1280', '3000'].map((w) => costOf({ w, format }))
    t.same(
      costs,
      costs.toSorted((a, b) => a - b),
      format,
    )
  }
  const animated = pictureOf({ contentType: 'image/gif', width: 600, height: 400, frameCount: 50 })
  const still = pictureOf({ contentType: 'image/gif', width: 600, height: 400 })
  t.ok(costOf({ w: '300' }, animated) > 20 * costOf({ w: '300' }, still))
  const first = costOf({ w: '300', format: 'avif' }, animated)
  t.ok(first < 2 * costOf({ w: '300', format: 'avif' }, still), 'AVIF shows the first frame only')
})

t.test('an original that is dearer than its pixels costs what the upload measured', async (t) => {
  const moving = { contentType: 'image/gif', width: 60, height: 40, frameCount: 10 } as const
  const animated = pictureOf({ ...moving, decodeMs: 5000 })
  t.ok(costOf({ w: '30' }, animated) > 5000)
  const first = costOf({ w: '30', format: 'avif' }, animated)
  t.ok(first > 500 && first < 1000, `${first} ms for one frame of ten`)
  const still = pictureOf({ width: 60, height: 40, decodeMs: 5000 })
  t.ok(costOf({ w: '30' }, still) < 50, 'a still picture has a full copy')
})

t.test('only renders that encode AVIF are in its lane', async (t) => {
  const laneOf = (format: string) =>
    renderCostOf(planOf({ w: '64', format }), pictureOf().source).lane
  t.equal(laneOf('avif'), 'avif')
  for (const format of ['webp', 'jpeg', 'png']) t.equal(laneOf(format), 'other')
})

t.test('memory is that of the mezzanine, or the worst case of the original', async (t) => {
  const memoryOf = (query: Record<string, string>, picture = pictureOf()) =>
    renderCostOf(planOf(query, picture), picture.source).memoryBytes
  const large = (contentType: 'image/jpeg' | 'image/png') =>
    pictureOf({ width: 9999, height: 9999, contentType, hasAlpha: contentType === 'image/png' })
  t.ok(memoryOf({ w: '640' }) < 64 * 1024 * 1024)
  t.ok(memoryOf({ w: '640' }, large('image/png')) < 64 * 1024 * 1024, 'from a smaller copy')
  t.ok(memoryOf({ w: '4096' }, large('image/png')) > 800_000_000, 'interlaced, with 16 bits')
  t.ok(memoryOf({ w: '4096' }, large('image/jpeg')) > 600_000_000, 'progressive')
})
