import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { differencesOf } from '../../src/editor/working-copy/differences.ts'
import {
  changeOf,
  fieldsOf,
  isEqual,
  isSameContent,
  newKey,
} from '../../src/editor/working-copy/fields.ts'
import { merge, withChoice } from '../../src/editor/working-copy/merge.ts'
import { keysOf, movedBeside, movedTo } from '../../src/editor/working-copy/order.ts'
import {
  changed,
  chosen,
  isChanged,
  openCopy,
  rebased,
  resumed,
  saved,
  undone,
} from '../../src/editor/working-copy/working-copy.ts'
import { anyFields, fieldsWith, itemOf, widgetOf } from './editor-samples.ts'

const base = fieldsWith(['a', 'b', 'c', 'd', 'e'], { config: { gap: 16 } })

t.test(
  'without a change of the others, a merge is what I have, and the other way round',
  async (t) => {
    fc.assert(
      fc.property(anyFields, anyFields, (one, other) => {
        const [mine, theirs] = [merge(one, other, one), merge(one, one, other)]
        t.ok(isSameContent(mine.fields, other))
        t.ok(isSameContent(theirs.fields, other))
        t.same([mine.conflicts, theirs.conflicts], [[], []])
      }),
      { numRuns: 200 },
    )
  },
)

t.test('every change of both is in the merge, or is a choice', async (t) => {
  fc.assert(
    fc.property(anyFields, anyFields, (mine, theirs) => {
      const { fields: merged, conflicts } = merge(base, mine, theirs)
      const ids = new Set(conflicts.map(({ id }) => id))
      for (const part of ['config', 'theme'] as const) {
        for (const side of [mine, theirs]) {
          for (const key of new Set([...Object.keys(side[part]), ...Object.keys(base[part])])) {
            if (isEqual(side[part][key], base[part][key]) || ids.has(`${part}.${key}`)) continue
            t.same(merged[part][key], side[part][key])
          }
        }
      }
      const kept = new Set(keysOf(merged.items))
      for (const side of [mine, theirs]) {
        const { added, removed } = differencesOf(base, side)
        for (const { key } of added) t.ok(kept.has(key))
        for (const { key } of removed) t.ok(!kept.has(key) || ids.has(`item.${key}`))
      }
      t.equal(kept.size, merged.items.length, 'no picture is in it twice')
    }),
    { numRuns: 300 },
  )
})

t.test('it does not matter who is first where the keys differ', async (t) => {
  fc.assert(
    fc.property(anyFields, anyFields, (mine, theirs) => {
      const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)]
      t.same(one.conflicts.map(({ id }) => id).sort(), other.conflicts.map(({ id }) => id).sort())
      if (one.conflicts.length > 0) return
      t.same(one.fields.config, other.fields.config)
      t.same(new Set(keysOf(one.fields.items)), new Set(keysOf(other.fields.items)))
    }),
    { numRuns: 200 },
  )
})

t.test('different moves of the list are both made', async (t) => {
  const mine = { ...base, items: movedTo(base.items, new Set(['e.0']), 0) }
  const theirs = { ...base, items: [...movedTo(base.items, new Set(['a.0']), 2), itemOf('x.0')] }
  const { fields: merged, conflicts } = merge(base, mine, theirs)
  t.same(keysOf(merged.items), ['e.0', 'b.0', 'c.0', 'a.0', 'd.0', 'x.0'])
  t.same(conflicts, [])
})

t.test('the same picture moved to two places is a choice of two orders', async (t) => {
  const mine = { ...base, items: movedTo(base.items, new Set(['a.0']), 4) }
  const theirs = { ...base, items: movedTo(base.items, new Set(['a.0']), 2) }
  const { fields: merged, conflicts } = merge(base, mine, theirs)
  const [order] = conflicts
  t.same(
    conflicts.map(({ id }) => id),
    ['order'],
  )
  t.ok(order && isSameContent(withChoice(merged, order, 'theirs'), theirs))
  t.ok(order && isSameContent(withChoice(merged, order, 'mine'), mine))
})

t.test('what one has removed and the other has changed stays until somebody chooses', async (t) => {
  const mine = { ...base, items: base.items.slice(1) }
  const theirs = { ...base, items: [itemOf('a.0', { caption: 'Dunes' }), ...base.items.slice(1)] }
  const { fields: merged, conflicts } = merge(base, mine, theirs)
  const [conflict] = conflicts
  t.equal(merged.items[0]?.caption, 'Dunes')
  t.ok(conflict && isSameContent(withChoice(merged, conflict, 'mine'), mine))
  t.ok(conflict && isSameContent(withChoice(merged, conflict, 'theirs'), theirs))
})

t.test('typing a word is one step, and going on after a pause another', async (t) => {
  let copy = openCopy(widgetOf(base, 1))
  for (const [name, atMs] of [
    ['S', 0],
    ['Su', 300],
    ['Sun', 700],
    ['Sunny', 9000],
  ] as const) {
    copy = changed(copy, { ...copy.mine, name }, 'name', atMs)
  }
  t.equal(undone(copy).mine.name, 'Sun')
  t.equal(undone(undone(copy)).mine.name, 'Summer')
})

t.test('after saving, changes made since then stay, and so do the keys of the rows', async (t) => {
  const open = openCopy(widgetOf(base, 1))
  const sent = { ...base, items: movedTo(base.items, new Set(['e.0']), 0) }
  const later = { ...sent, name: 'Later' }
  const copy = saved({ ...open, mine: later }, sent, widgetOf(sent, 2))
  t.equal(copy.revision, 2)
  t.same(changeOf(copy.base, copy.mine), { name: 'Later' })
  t.equal(copy.mine.items, later.items, 'rows are not rendered again')
})

t.test('a rebase keeps both, and undo takes back my own changes alone', async (t) => {
  let copy = openCopy(widgetOf(base, 1))
  copy = changed(copy, { ...copy.mine, config: { gap: 24 } }, 'config.gap', 0)
  const theirs = { ...base, name: 'Winter', config: { gap: 16, columns: 3 } }
  copy = rebased(copy, widgetOf(theirs, 2))
  t.same(copy.mine.config, { gap: 24, columns: 3 })
  t.equal(copy.mine.name, 'Winter')
  t.same(copy.conflicts, [])
  const before = undone(copy)
  t.same(before.mine.config, { gap: 16, columns: 3 })
  t.equal(before.mine.name, 'Winter')
})

t.test('a copy that was saved after it was kept goes on with its steps', async (t) => {
  const open = openCopy(widgetOf(base, 1))
  const kept = changed(open, { ...base, config: { gap: 24 } }, 'config.gap', 0)
  const copy = resumed(kept, widgetOf(kept.mine, 2))
  t.match(copy, { revision: 2, conflicts: [] })
  t.same(copy && undone(copy).mine.config, base.config)
  t.equal(resumed(kept, widgetOf({ ...base, name: 'Winter' }, 2)), kept)
  t.equal(resumed(open, widgetOf({ ...base, name: 'Winter' }, 2)), null)
})

t.test('a choice settles the conflict, whichever side it takes', async (t) => {
  let copy = openCopy(widgetOf(base, 1))
  copy = changed(copy, { ...copy.mine, config: { gap: 24 } }, 'config.gap', 0)
  copy = rebased(copy, widgetOf({ ...base, config: { gap: 8 } }, 2))
  const [conflict] = copy.conflicts
  t.match(conflict, { id: 'config.gap', mine: 24, theirs: 8 })
  if (conflict === undefined) throw new Error('no choice')
  t.same(chosen(copy, conflict, 'mine').mine.config, { gap: 24 })
  const theirs = chosen(copy, conflict, 'theirs')
  t.same([theirs.mine.config, theirs.conflicts, isChanged(theirs)], [{ gap: 8 }, [], false])
})

t.test('a picture may be in the list twice, with keys of its own', async (t) => {
  const { items: twice } = fieldsOf(widgetOf({ ...base, items: [itemOf('a.0'), itemOf('a.1')] }, 1))
  t.same(keysOf(twice), ['a.0', 'a.1'])
  t.equal(newKey(new Set(keysOf(twice)), 'a'), 'a.2')
  t.same(keysOf(movedBeside(twice, new Set(['a.1']), 'a.0', 'before')), ['a.1', 'a.0'])
})
