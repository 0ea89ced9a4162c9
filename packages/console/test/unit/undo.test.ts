import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { editItem } from '../../src/editor/order/edits.ts'
import { type Fields, isEqual, isSameContent } from '../../src/editor/working-copy/fields.ts'
import {
  changed,
  discarded,
  hasSteps,
  isChanged,
  openCopy,
  rebased,
  redone,
  resumed,
  undone,
  type WorkingCopy,
} from '../../src/editor/working-copy/working-copy.ts'
import { anyFields, fieldsWith, widgetOf } from './editor-samples.ts'

const base = fieldsWith(['a', 'b', 'c'])
const opened = () => openCopy(widgetOf(base))
const withGap = (gap: number) => (mine: Fields) => ({ ...mine, config: { ...mine.config, gap } })

/** A change long after the one before, so that it is a step of its own. */
function step(copy: WorkingCopy, edit: (mine: Fields) => Fields, at: number): WorkingCopy {
  return changed(copy, edit(copy.mine), `step ${at}`, at * 10_000)
}

type Action = { kind: 'undo' | 'redo' } | { kind: 'change'; to: Fields }

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.constantFrom<Action>({ kind: 'undo' }, { kind: 'redo' }),
    anyFields.map((to): Action => ({ kind: 'change', to })),
  ),
  { maxLength: 30 },
)

const acted = (copy: WorkingCopy, action: Action, at: number): WorkingCopy => {
  if (action.kind === 'change') return step(copy, () => action.to, at)
  return action.kind === 'undo' ? undone(copy) : redone(copy)
}

/** The history as a list of states and a place in it. */
class Model {
  #states: Fields[]
  #at = 0

  constructor(first: Fields) {
    this.#states = [first]
  }

  get shown(): Fields {
    return this.#states[this.#at] ?? base
  }

  get isFirst(): boolean {
    return this.#at === 0
  }

  get isLast(): boolean {
    return this.#at === this.#states.length - 1
  }

  act(action: Action): void {
    if (action.kind === 'undo') this.#at = Math.max(0, this.#at - 1)
    else if (action.kind === 'redo') this.#at = Math.min(this.#states.length - 1, this.#at + 1)
    else if (action.kind === 'change' && !isSameContent(this.shown, action.to)) {
      this.#states = [...this.#states.slice(0, this.#at + 1), action.to]
      this.#at += 1
    }
  }
}

t.test('undo and redo walk through a list of states, which a change cuts off', async () => {
  fc.assert(
    fc.property(actions, (list) => {
      const model = new Model(base)
      let copy = opened()
      for (const [at, action] of list.entries()) {
        model.act(action)
        copy = acted(copy, action, at)
        if (!isSameContent(copy.mine, model.shown)) return false
        if ((copy.past.length === 0) !== model.isFirst) return false
        if ((copy.future.length === 0) !== model.isLast) return false
      }
      return true
    }),
    { numRuns: 200 },
  )
})

t.test('whether there are changes is a matter of the state, not of the steps to it', async () => {
  fc.assert(
    fc.property(actions, (list) => {
      let copy = opened()
      for (const [at, action] of list.entries()) {
        copy = acted(copy, action, at)
        if (isChanged(copy) !== !isSameContent(copy.mine, base)) return false
      }
      return hasSteps(copy) === copy.past.length + copy.future.length > 0
    }),
    { numRuns: 100 },
  )
})

t.test('each undo changes what is seen, however fast the changes came', async () => {
  const typed = fc.array(
    fc.record({
      gap: fc.nat(2),
      what: fc.constantFrom('config.gap', 'name'),
      after: fc.constantFrom(100, 900, 5000),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(typed, (list) => {
      let copy = opened()
      let at = 0
      for (const { gap, what, after } of list) {
        at += after
        copy = changed(copy, withGap(gap)(copy.mine), what, at)
      }
      while (copy.past.length > 0) {
        const before = undone(copy)
        if (isSameContent(before.mine, copy.mine)) return false
        copy = before
      }
      return isSameContent(copy.mine, base)
    }),
    { numRuns: 200 },
  )
})

t.test('what was typed and deleted at once leaves no step behind', async (t) => {
  const typed = changed(opened(), { ...base, name: 'Summer!' }, 'name', 0)
  const deleted = changed(typed, base, 'name', 300)
  t.same([deleted.past, isChanged(deleted)], [[], false])
  const again = changed(deleted, { ...base, name: 'Winter' }, 'name', 600)
  t.equal(undone(again).mine.name, 'Summer', 'the next change is a step from there')
})

t.test('changes of different things are different steps, even at the same moment', async (t) => {
  let copy = changed(opened(), { ...base, name: 'Winter' }, 'name', 0)
  copy = changed(copy, withGap(8)(copy.mine), 'config.gap', 1)
  copy = changed(copy, editItem('a.0', { caption: 'Dunes' })(copy.mine), 'caption.a.0', 2)
  copy = changed(copy, editItem('b.0', { caption: 'Pier' })(copy.mine), 'caption.b.0', 3)
  const seen: unknown[] = []
  for (let left = copy; left.past.length > 0; ) {
    left = undone(left)
    seen.push([left.mine.name, left.mine.config, left.mine.items.map(({ caption }) => caption)])
  }
  t.same(seen, [
    ['Winter', { gap: 8 }, ['Dunes', null, null]],
    ['Winter', { gap: 8 }, [null, null, null]],
    ['Winter', {}, [null, null, null]],
    ['Summer', {}, [null, null, null]],
  ])
})

t.test('a change that goes on after an undo is a step of its own', async (t) => {
  const typed = changed(opened(), { ...base, name: 'Su' }, 'name', 0)
  const copy = changed(undone(typed), { ...base, name: 'Sun' }, 'name', 100)
  t.equal(undone(copy).mine.name, 'Summer')
  t.equal(redone(undone(copy)).mine.name, 'Sun')
})

t.test('of many steps the newest 200 are kept', async (t) => {
  let copy = opened()
  for (let gap = 1; gap <= 250; gap += 1) copy = step(copy, withGap(gap), gap)
  t.equal(copy.past.length, 200)
  for (let count = 0; count < 300; count += 1) copy = undone(copy)
  t.same(copy.mine.config, { gap: 50 }, 'the oldest state that is left')
  t.equal(copy.future.length, 200)
})

t.test('all that was discarded comes back by one undo', async () => {
  fc.assert(
    fc.property(fc.array(anyFields, { minLength: 1, maxLength: 6 }), (states) => {
      let copy = opened()
      for (const [at, to] of states.entries()) copy = step(copy, () => to, at)
      const before = copy.mine
      const without = discarded(copy)
      if (isChanged(without)) return false
      return !isChanged(copy) || isEqual(undone(without).mine, before)
    }),
    { numRuns: 100 },
  )
})

t.test('steps on another person’s state differ from it by my own changes alone', async () => {
  const theirs = { ...base, name: 'Theirs', theme: { gap: 1 } }
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 10 }), (gaps) => {
      let copy = opened()
      for (const [at, gap] of gaps.entries()) copy = step(copy, withGap(gap), at)
      const former: unknown[] = []
      for (let left = copy; left.past.length > 0; ) {
        left = undone(left)
        former.push(left.mine.config)
      }
      copy = rebased(copy, widgetOf(theirs, 2))
      for (const config of former) {
        copy = undone(copy)
        const { mine } = copy
        if (!isEqual(mine.config, config)) return false
        if (mine.name !== 'Theirs' || !isEqual(mine.theme, theirs.theme)) return false
      }
      return !isChanged(copy)
    }),
    { numRuns: 100 },
  )
})

t.test('a copy that is opened again shows what it showed, or what the server has', async () => {
  fc.assert(
    fc.property(fc.array(anyFields, { maxLength: 5 }), anyFields, (states, now) => {
      let kept = opened()
      for (const [at, to] of states.entries()) kept = step(kept, () => to, at)
      const copy = resumed(kept, widgetOf(now, 2))
      if (copy === null) return !isChanged(kept) && !hasSteps(kept)
      const shown = isChanged(kept) ? kept.mine : now
      return isSameContent(copy.mine, shown) && copy.past.length === kept.past.length
    }),
    { numRuns: 150 },
  )
})
