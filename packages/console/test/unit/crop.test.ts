import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { cropOf, movedBy, pointAt } from '../../src/library/details/crop.ts'

const middle = { x: 0.5, y: 0.5 }

t.test('a crop has its ratio, fills one side, and stays in the picture', async () => {
  const side = fc.integer({ min: 1, max: 8000 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const any = fc.record({
    width: side,
    height: side,
    ratio: fc.constantFrom(1, 16 / 9, 9 / 16),
    x: part,
    y: part,
  })
  fc.assert(
    fc.property(any, ({ width, height, ratio, x, y }) => {
      const crop = cropOf({ width, height }, ratio, { x, y })
      const isInside =
        crop.left >= 0 &&
        crop.top >= 0 &&
        crop.left + crop.width <= 1 + 1e-9 &&
        crop.top + crop.height <= 1 + 1e-9
      const has = (crop.width * width) / (crop.height * height)
      return isInside && Math.abs(has / ratio - 1) < 1e-9 && Math.max(crop.width, crop.height) === 1
    }),
  )
})

t.test('the point is in the middle of the crop, as far as the picture allows', async (t) => {
  const wide = { width: 400, height: 100 }
  t.same(cropOf(wide, 1, middle), { left: 0.375, top: 0, width: 0.25, height: 1 })
  t.same(cropOf(wide, 1, { x: 0.25, y: 0 }), { left: 0.125, top: 0, width: 0.25, height: 1 })
  t.equal(cropOf(wide, 1, { x: 0, y: 0 }).left, 0)
  t.equal(cropOf(wide, 1, { x: 1, y: 1 }).left, 0.75)
})

t.test('arrow keys move the point, and not out of the picture', async (t) => {
  t.same(movedBy(middle, 'ArrowRight', false), { x: 0.51, y: 0.5 })
  t.same(movedBy(middle, 'ArrowUp', true), { x: 0.5, y: 0.4 })
  t.same(movedBy({ x: 0, y: 1 }, 'ArrowLeft', true), { x: 0, y: 1 })
  t.equal(movedBy(middle, 'Enter', false), null)
  t.same(pointAt(1.5, -1), { x: 1, y: 0 })
})
