import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  deviceOf,
  draggedWidth,
  keyedWidth,
  leastWidth,
  mostWidth,
  scaleOf,
  typedWidth,
} from '../../src/editor/preview/width.ts'

const widths = fc.integer({ min: leastWidth, max: mostWidth })
const isIn = (width: number) => Number.isInteger(width) && width >= leastWidth && width <= mostWidth

t.test('a dragged edge follows the pointer, on both sides of the page', async (t) => {
  t.equal(draggedWidth({ from: 600, by: 50, scale: 1 }), 700)
  t.equal(draggedWidth({ from: 600, by: -50, scale: 0.5 }), 400, 'scaled down, a step is larger')
  fc.assert(
    fc.property(
      widths,
      fc.integer({ min: -5000, max: 5000 }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      (from, by, scale) => isIn(draggedWidth({ from, by, scale })),
    ),
  )
})

t.test('arrow keys move it, Shift further, Home and End to the ends', async (t) => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })
  t.equal(keyedWidth(600, key('ArrowRight'), false), 610)
  t.equal(keyedWidth(600, key('ArrowRight'), true), 590, 'from right to left, the other way')
  t.equal(keyedWidth(600, key('ArrowLeft', true), false), 500)
  t.equal(keyedWidth(600, key('Home'), false), leastWidth)
  t.equal(keyedWidth(600, key('End'), false), mostWidth)
  t.equal(keyedWidth(600, key('Tab'), false), null)
  const names = fc.constantFrom('ArrowLeft', 'ArrowRight', 'Home', 'End')
  fc.assert(
    fc.property(widths, names, fc.boolean(), fc.boolean(), (width, name, shift, rtl) =>
      isIn(keyedWidth(width, key(name, shift), rtl) ?? 0),
    ),
  )
})

t.test('a width is taken when it is one', async (t) => {
  t.equal(typedWidth('412'), 412)
  for (const text of ['', '4', '41.5', '-412', '99999', 'wide']) t.equal(typedWidth(text), null)
  fc.assert(fc.property(widths, (width) => typedWidth(String(width)) === width))
})

t.test('devices have a width, and a page that is wider than its place is scaled', async (t) => {
  t.equal(deviceOf(768), 'tablet')
  t.equal(deviceOf(769), null)
  t.equal(deviceOf('fit'), null)
  t.equal(scaleOf(1000, 500), 0.5)
  t.equal(scaleOf(400, 500), 1)
  t.equal(scaleOf(0, 0), 1, 'before it is measured')
})
