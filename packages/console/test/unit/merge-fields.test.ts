import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { editItem, moveTo, remove } from '../../src/editor/order/edits.ts'
import {
  changeOf,
  type Fields,
  isEqual,
  isSameContent,
} from '../../src/editor/working-copy/fields.ts'
import { type Conflict, merge, withChoice } from '../../src/editor/working-copy/merge.ts'
import { keysOf } from '../../src/editor/working-copy/order.ts'
import {
  changed,
  chosen,
  isChanged,
  openCopy,
  rebased,
} from '../../src/editor/working-copy/working-copy.ts'
import { anyFields, fieldsWith, lists, widgetOf } from './editor-samples.ts'

const base: Fields = fieldsWith(['a', 'b', 'c'], {
  config: { gap: 16, lightbox: true, columns: 'auto', labels: { next: 'Next' } },
  theme: { accentColor: '#112233', fontFamily: 'serif' },
})

type Kind = {
  /** The id of the choice, if both have changed it. */
  id: string
  of(fields: Fields): unknown
  set(value: unknown): (fields: Fields) => Fields
  /** Two other values than that of the base. */
  values: readonly [unknown, unknown]
}

const settingOf = (part: 'config' | 'theme', key: string, values: Kind['values']): Kind => ({
  id: `${part}.${key}`,
  of: (fields) => fields[part][key],
  set: (value) => (fields) => {
    const { [key]: _, ...rest } = fields[part]
    return { ...fields, [part]: value === undefined ? rest : { ...rest, [key]: value } }
  },
  values,
})
const plain = (part: 'name' | 'slug' | 'layout', values: Kind['values']): Kind => ({
  id: part,
  of: (fields) => fields[part],
  set: (value) => (fields) => ({ ...fields, [part]: value }),
  values,
})
const ofItem = (field: 'caption' | 'altText' | 'link', values: Kind['values']): Kind => ({
  id: `item.b.0.${field}`,
  of: ({ items }) => items.find(({ key }) => key === 'b.0')?.[field],
  set: (value) => editItem('b.0', { [field]: value }),
  values,
})

/** Every kind of thing that the editor changes. */
const kinds: Kind[] = [
  plain('name', ['Winter', '']),
  plain('slug', ['winter', 'spring']),
  plain('layout', ['MASONRY', 'SLIDER']),
  settingOf('config', 'gap', [24, 0]),
  settingOf('config', 'lightbox', [false, undefined]),
  settingOf('config', 'columns', [3, '4']),
  settingOf('config', 'labels', [{ next: 'Weiter' }, { next: 'Next', previous: 'Back' }]),
  settingOf('config', 'rows', [2, 5]),
  settingOf('theme', 'accentColor', ['tomato', undefined]),
  settingOf('theme', 'fontFamily', ['Georgia, serif', 'sans-serif']),
  ofItem('caption', ['Dunes', '']),
  ofItem('altText', ['A dune', '']),
  ofItem('link', [
    { url: '/a', newTab: false },
    { url: '/a', newTab: true },
  ]),
]

for (const { id, of, set, values } of kinds) {
  const [one, other] = values

  t.test(`${id}: what one person alone has changed counts`, async (t) => {
    for (const value of values) {
      const changedOne = set(value)(base)
      for (const sides of [
        [changedOne, base],
        [base, changedOne],
        [changedOne, changedOne],
      ] as const) {
        const { fields, conflicts } = merge(base, ...sides)
        t.same([of(fields), conflicts], [value, []])
        t.ok(isSameContent(fields, changedOne), 'and nothing else has changed')
      }
    }
  })

  t.test(`${id}: what both have changed differently is one choice, and only that`, async (t) => {
    const { fields, conflicts } = merge(base, set(one)(base), set(other)(base))
    t.match(conflicts, [{ id, mine: one, theirs: other }])
    t.equal(conflicts.length, 1)
    const [conflict] = conflicts
    if (conflict === undefined) throw new Error('there is no choice')
    t.ok(isSameContent(withChoice(fields, conflict, 'mine'), set(one)(base)))
    t.ok(isSameContent(withChoice(fields, conflict, 'theirs'), set(other)(base)))
  })

  t.test(`${id}: after the choice the server gets what it lacks`, async (t) => {
    const theirs = widgetOf(set(other)(base), 2)
    const copy = rebased(changed(openCopy(widgetOf(base)), set(one)(base), id, 0), theirs)
    const [conflict] = copy.conflicts
    if (conflict === undefined) throw new Error('there is no choice')
    const [kept, taken] = [chosen(copy, conflict, 'mine'), chosen(copy, conflict, 'theirs')]
    t.same([kept.conflicts, taken.conflicts], [[], []])
    t.same(Object.keys(changeOf(kept.base, kept.mine)).length, 1, 'my value alone')
    t.same(of(kept.mine), one)
    t.notOk(isChanged(taken))
    t.equal(taken.revision, 2)
  })
}

t.test('one has removed a picture that the other has moved alone: it goes', async (t) => {
  const moved = moveTo(new Set(['b.0']), 0)(base)
  const removed = remove(new Set(['b.0']))(base)
  for (const sides of [
    [moved, removed],
    [removed, moved],
  ] as const) {
    const { fields, conflicts } = merge(base, ...sides)
    t.same([keysOf(fields.items), conflicts], [['a.0', 'c.0'], []])
  }
})

t.test('a picture that both have added is in the list once, with the texts of both', async (t) => {
  const added = fieldsWith(['a', 'b', 'c', 'x'], { config: base.config, theme: base.theme })
  const mine = editItem('x.0', { caption: 'Mine' })(added)
  const theirs = editItem('x.0', { altText: 'Theirs' })(added)
  const { fields, conflicts } = merge(base, mine, theirs)
  t.match(fields.items.at(-1), { key: 'x.0', caption: 'Mine', altText: 'Theirs' })
  t.same([fields.items.length, conflicts], [4, []])
})

type Choices = { conflict: Conflict; side: 'mine' | 'theirs' }[]

const afterAll = (fields: Fields, choices: Choices): Fields =>
  choices.reduce((now, { conflict, side }) => withChoice(now, conflict, side), fields)

const before = fieldsWith(['a', 'b', 'c'])
const people = fc.tuple(anyFields, anyFields)

t.test('choosing one side everywhere gives its values wherever both have changed', async () => {
  fc.assert(
    fc.property(people, fc.constantFrom('mine', 'theirs'), ([mine, theirs], side) => {
      const { fields, conflicts } = merge(before, mine, theirs)
      const wanted = side === 'mine' ? mine : theirs
      const after = afterAll(
        fields,
        conflicts.map((conflict) => ({ conflict, side })),
      )
      return conflicts.every(({ part, key, field }) => {
        if (part === 'order') return true
        if (part !== 'item') {
          const of = (one: Fields): unknown =>
            part === 'config' || part === 'theme' ? one[part][key] : one[part]
          return isEqual(of(after), of(wanted))
        }
        const find = (one: Fields) => one.items.find((item) => item.key === key)
        return field === null
          ? isEqual(find(after), find(wanted))
          : isEqual(find(after)?.[field], find(wanted)?.[field])
      })
    }),
    { numRuns: 300 },
  )
})

t.test('the order in which choices are made does not matter to what is chosen', async () => {
  const orders = people.chain(([mine, theirs]) => {
    const { fields, conflicts } = merge(before, mine, theirs)
    const sides = fc.array(fc.constantFrom<'mine' | 'theirs'>('mine', 'theirs'), {
      minLength: conflicts.length,
      maxLength: conflicts.length,
    })
    return sides.chain((list) => {
      const choices = conflicts.map((conflict, at) => ({ conflict, side: list[at] ?? 'mine' }))
      const shuffled = fc.shuffledSubarray(choices, { minLength: choices.length })
      return fc.record({ fields: fc.constant(fields), choices: fc.constant(choices), shuffled })
    })
  })
  fc.assert(
    fc.property(orders, ({ fields, choices, shuffled }) => {
      const [one, other] = [afterAll(fields, choices), afterAll(fields, shuffled)]
      const inKeys = (some: Fields) => ({
        ...some,
        items: some.items.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      })
      return isSameContent(inKeys(one), inKeys(other))
    }),
    { numRuns: 300 },
  )
})

t.test('a choice of the order gives that order to the pictures that are left', async () => {
  fc.assert(
    fc.property(lists(['a', 'b', 'c', 'x']), lists(['a', 'b', 'c', 'y']), (mine, theirs) => {
      const { fields, conflicts } = merge(
        before,
        { ...before, items: mine },
        { ...before, items: theirs },
      )
      const order = conflicts.find(({ part }) => part === 'order')
      if (order === undefined) return true
      return (['mine', 'theirs'] as const).every((side) => {
        const after = keysOf(withChoice(fields, order, side).items)
        const wanted = (order[side] as string[]).filter((key) => after.includes(key))
        const given = after.filter((key) => wanted.includes(key))
        return isEqual(given, wanted) && after.length === fields.items.length
      })
    }),
    { numRuns: 300 },
  )
})
