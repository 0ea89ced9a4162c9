import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  countOf,
  everything,
  isSelected,
  longestRange,
  none,
  partOfRange,
  type Selection,
  toggled,
  withAll,
} from '../../src/library/grid/selection.ts'
import { targetOf } from '../../src/library/target.ts'

t.test('a bulk change names the exceptions, as many as a call takes', async (t) => {
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
})

t.test('a range that is too long is cut off at its far end', async (t) => {
  t.same(partOfRange(5, 9), [5, 9])
  t.same(partOfRange(9, 5), [5, 9])
  t.same(partOfRange(100, 5000), [100, 100 + longestRange - 1])
  t.same(partOfRange(5000, 100), [5000 - longestRange + 1, 5000])
})

const universe = Array.from({ length: 12 }, (_, index) => `${index}`)
const oneId = fc.constantFrom(...universe)
const step = fc.oneof(
  fc.record({ kind: fc.constant('toggle' as const), ids: fc.tuple(oneId) }),
  fc.record({ kind: fc.constant('add' as const), ids: fc.array(oneId, { maxLength: 6 }) }),
  fc.constant({ kind: 'all' as const, ids: [] }),
  fc.constant({ kind: 'clear' as const, ids: [] }),
)

t.test('after any steps a selection has the pictures that a plain set has', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let selection: Selection = none
      let expected = new Set<string>()
      for (const { kind, ids } of steps) {
        if (kind === 'all') [selection, expected] = [everything, new Set(universe)]
        if (kind === 'clear') [selection, expected] = [none, new Set()]
        if (kind === 'add') {
          selection = withAll(selection, ids)
          expected = new Set([...expected, ...ids])
        }
        if (kind === 'toggle') {
          selection = ids.reduce(toggled, selection)
          for (const id of ids) if (!expected.delete(id)) expected.add(id)
        }
      }
      const has = universe.filter((id) => isSelected(selection, id))
      return (
        has.length === expected.size &&
        has.every((id) => expected.has(id)) &&
        countOf(selection, universe.length) === expected.size
      )
    }),
  )
})

t.test('a range begins at its anchor, is in order, and is never too long', async () => {
  const index = fc.nat(1_000_000)
  fc.assert(
    fc.property(index, index, (anchor, to) => {
      const [first, last] = partOfRange(anchor, to)
      const isLong = Math.abs(to - anchor) >= longestRange
      return (
        first <= last &&
        last - first < longestRange &&
        (first === anchor || last === anchor) &&
        (isLong ? last - first === longestRange - 1 : first === Math.min(anchor, to))
      )
    }),
  )
})

t.test('a target names the pictures, or all but those that were taken out', async () => {
  fc.assert(
    fc.property(fc.uniqueArray(oneId), (ids) => {
      const some = targetOf(withAll(none, ids), {}, universe.length)
      const but = targetOf(ids.reduce(toggled, everything), {}, universe.length)
      return (
        some?.kind === 'ids' &&
        some.ids.join() === ids.join() &&
        but?.kind === 'filter' &&
        but.expectedCount + but.exceptIds.length === universe.length
      )
    }),
  )
})
