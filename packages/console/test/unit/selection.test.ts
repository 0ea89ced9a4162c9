import t from 'tap'
import { longestRange, partOfRange } from '../../src/library/grid/range.ts'
import {
  countOf,
  everything,
  isSelected,
  none,
  toggled,
  withAll,
} from '../../src/library/grid/selection.ts'
import { targetOf } from '../../src/library/target.ts'

t.test('pictures are selected one by one and in ranges', (t) => {
  const two = withAll(toggled(none, 'a'), ['a', 'b'])
  t.equal(countOf(two, 100), 2)
  t.ok(isSelected(two, 'b'))
  t.notOk(isSelected(toggled(two, 'b'), 'b'))
  t.end()
})

t.test('all that match can be selected, and some of them taken out', (t) => {
  const but = toggled(everything, 'a')
  t.equal(countOf(everything, 12_431), 12_431)
  t.equal(countOf(but, 12_431), 12_430)
  t.notOk(isSelected(but, 'a'))
  t.ok(isSelected(but, 'b'))
  t.equal(countOf(withAll(but, ['a']), 12_431), 12_431)
  t.end()
})

t.test('a bulk change names the exceptions, as many as a call takes', (t) => {
  const filter = { unused: true }
  const but = toggled(toggled(everything, 'a'), 'b')
  t.same(targetOf(but, filter, 100), {
    kind: 'filter',
    filter,
    exceptIds: ['a', 'b'],
    expectedCount: 98,
  })
  const many = Array.from({ length: 501 }, (_, index) => `${index}`).reduce(toggled, everything)
  t.equal(targetOf(many, filter, 1000), null)
  t.same(targetOf(withAll(none, ['a']), filter, 100), { kind: 'ids', ids: ['a'] })
  t.end()
})

t.test('a range that is too long is cut off at its far end', async (t) => {
  t.same(partOfRange(5, 9), [5, 9])
  t.same(partOfRange(9, 5), [5, 9])
  t.same(partOfRange(100, 5000), [100, 100 + longestRange - 1])
  t.same(partOfRange(5000, 100), [5000 - longestRange + 1, 5000])
})
