import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { formRows, ratioIn, rowStarts } from '../../src/rows/rows.js'

const wishes = fc.record({
  gap: fc.integer({ min: 0, max: 40 }),
  rowHeight: fc.integer({ min: 60, max: 400 }),
})
const shapes = fc.array(fc.double({ min: 0.4, max: 2.5, noNaN: true }), { minLength: 1 })
const start = fc.constantFrom(...rowStarts)

t.test('rows hold every picture once and in order', async () => {
  fc.assert(
    fc.property(shapes, wishes, start, (shapes, wishes, start) => {
      const rows = formRows(shapes, wishes, start)
      const ends = rows.map(({ _end }) => _end)
      return (
        ends.at(-1) === shapes.length &&
        rows.every(({ _start, _end }, index) => _start === (ends[index - 1] ?? 0) && _end > _start)
      )
    }),
  )
})

t.test('a row is never wider than the widget, and only the last one may be narrower', async () => {
  fc.assert(
    fc.property(shapes, wishes, start, (shapes, wishes, start) => {
      const rows = formRows(shapes, wishes, start)
      return rows.every(({ _start, _end, _ratio }, index) => {
        const sum = shapes.slice(_start, _end).reduce((all, one) => all + ratioIn(one), 0)
        const spare = _ratio - sum
        return spare > -1e-9 && (index === rows.length - 1 || spare < 1e-9)
      })
    }),
  )
})

t.test(
  'rows are about as high as wished, wherever several pictures fit beside each other',
  async (t) => {
    const many = Array.from({ length: 60 }, (_, index) => [1.5, 0.8, 2.3, 1][index % 4] ?? 1)
    for (const start of rowStarts.filter((one) => one > 500)) {
      const rows = formRows(many, { gap: 10, rowHeight: 150 }, start)
      const heights = rows.map(
        ({ _start, _end, _ratio }) => (1.1 * start - 10 * (_end - _start - 1)) / _ratio,
      )
      t.ok(
        heights.every((height) => height > 100 && height < 225),
        `${start}: ${heights.map(Math.round)}`,
      )
    }
  },
)
