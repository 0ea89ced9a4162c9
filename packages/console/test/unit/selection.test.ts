import t from 'tap'
import {
  countOf,
  everything,
  isSelected,
  none,
  toggled,
  withAll,
} from '../../src/library/grid/selection.ts'

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
