import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { entryWords, fieldName, listChange } from '../../src/history/entry-words.ts'
import {
  type Item,
  restorationOf,
  type State,
  stateAfter,
  stateOf,
  undo,
} from '../../src/history/states.ts'

type Given = Parameters<typeof entryWords>[0]
const words = (changes: object, more: Partial<Given> = {}): string =>
  entryWords({ action: 'widget.update', by: 'Ada', changes, ...more } as Given)
const status = (from: string, to: string) => ({ status: { from, to } })

t.test('each kind of change has a sentence of its own', async (t) => {
  const name = { name: { from: 'a', to: 'b' } }
  const live = status('DRAFT', 'PUBLISHED')
  const gone = status('PUBLISHED', 'DRAFT')
  const all: [string, string][] = [
    [words({}, { action: 'widget.create' }), 'Ada created it'],
    [words({}, { action: 'widget.duplicate' }), 'Ada made it as a copy'],
    [words(live), 'Ada published it'],
    [words({ ...live, ...name }), 'Ada changed and published it'],
    [words(gone), 'Ada unpublished it'],
    [words({ ...gone, ...name }), 'Ada changed and unpublished it'],
    [words(name), 'Ada changed it'],
    [words({}), 'Ada changed it'],
  ]
  for (const [given, expected] of all) t.equal(given, expected)
})

t.test('a person who has left still has changed it', async (t) => {
  for (const action of ['widget.create', 'widget.duplicate', 'widget.update', 'widget.paint']) {
    t.match(words({}, { action, by: null }), /^A former member [a-z ]+$/)
  }
})

t.test('fields and settings are named in words', async (t) => {
  const fields = ['name', 'slug', 'layout', 'assetIds', 'items'].map(fieldName)
  t.same(fields, ['Name', 'Slug', 'Layout', 'Pictures', 'Texts and links'])
  t.equal(fieldName('altText'), 'Alt text', 'one that is new')
  t.equal(fieldName('gap'), 'Space between', 'as in the editor')
})

const id = fc.constantFrom(...'abcdef')
const ids = fc.array(id, { maxLength: 8 })
const sorted = (list: readonly string[]): string => list.toSorted().join('')

t.test('what was added and removed makes one list of the other', async () => {
  fc.assert(
    fc.property(ids, ids, (from, to) => {
      const { added, removed } = listChange(from, to)
      return (
        sorted([...from, ...added]) === sorted([...to, ...removed]) &&
        !added.some((one) => removed.includes(one))
      )
    }),
  )
})

t.test('the same list has no change, and another order is one', async () => {
  fc.assert(
    fc.property(fc.uniqueArray(id), (list) => {
      const { added, removed, isReordered } = listChange(list, list)
      const turned = listChange(list, list.toReversed())
      return (
        added.length + removed.length + turned.added.length + turned.removed.length === 0 &&
        !isReordered &&
        turned.isReordered === list.length > 1
      )
    }),
  )
})

t.test('pictures that come or go between others do not reorder them', async () => {
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.func(fc.boolean()), (list, isKept) => {
      const some = list.filter((one) => isKept(one))
      return !listChange(list, some).isReordered && !listChange(some, list).isReordered
    }),
  )
})

const text = fc.option(fc.string({ maxLength: 5 }))
const items = fc.array(
  fc.record({
    assetId: id,
    caption: text,
    altText: text,
    link: text,
    video: text,
  }) as fc.Arbitrary<Item>,
  { maxLength: 5 },
)
const settings = fc.dictionary(
  fc.constantFrom('gap', 'columns', 'radius', '__proto__'),
  fc.integer(),
  {
    noNullPrototype: true,
  },
)
const state: fc.Arbitrary<State> = fc
  .record({
    name: fc.string(),
    slug: fc.constantFrom('a', 'b'),
    layout: fc.constantFrom('GRID', 'SLIDER'),
    config: settings,
    theme: settings,
    items,
  })
  .map((given) => stateOf({ ...given, assetIds: given.items.map(({ assetId }) => assetId) }))

/** What the log records of a change from one state to the next. */
function changesBetween(from: State, to: State): Record<string, unknown> {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const changes: Record<string, unknown> = {}
  for (const field of ['name', 'slug', 'layout', 'assetIds', 'items'] as const) {
    if (!isSame(from[field], to[field])) changes[field] = { from: from[field], to: to[field] }
  }
  for (const field of ['config', 'theme'] as const) {
    const [before, after] = [
      new Map(Object.entries(from[field])),
      new Map(Object.entries(to[field])),
    ]
    const pairs = [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => !isSame(before.get(key), after.get(key)))
      .map((key) => [
        key,
        {
          ...(before.has(key) && { from: before.get(key) }),
          ...(after.has(key) && { to: after.get(key) }),
        },
      ])
    if (pairs.length > 0) changes[field] = Object.fromEntries(pairs)
  }
  return changes
}

const canonical = ({ config, theme, ...rest }: State): string =>
  JSON.stringify([rest, Object.entries(config).sort(), Object.entries(theme).sort()])

t.test('undoing a change gives the state before it, whatever was changed', async () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      return canonical(undo(after, changesBetween(before, after))) === canonical(before)
    }),
  )
})

t.test('every former state is found from the newest one and the changes since', async () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states) => {
      const newestFirst = states.toReversed()
      const [now, ...former] = newestFirst
      if (now === undefined) return true
      const entries = former.map((before, index) => ({
        changes: changesBetween(before, newestFirst[index] ?? before),
      }))
      return newestFirst.every(
        (one, index) => canonical(stateAfter(now, entries, index)) === canonical(one),
      )
    }),
  )
})

/** The widget after the PUT of a restoration. */
function restored(now: State, body: Record<string, unknown>): State {
  const { items: list, ...fields } = body as { items?: Item[] }
  const places = list ?? now.items ?? now.assetIds.map((assetId) => itemOf(assetId))
  const whole = { ...now, ...fields, items: places, assetIds: places.map(({ assetId }) => assetId) }
  return stateOf(whole)
}
const itemOf = (assetId: string): Item => ({
  assetId,
  caption: null,
  altText: null,
  link: null,
  video: null,
})

t.test('a restoration brings back the former state, but for pictures that are gone', async () => {
  fc.assert(
    fc.property(state, state, id, (now, then, missing) => {
      const { body, gone } = restorationOf(now, then, (assetId) => assetId !== missing)
      const places = (then.items ?? then.assetIds.map(itemOf)).filter(
        ({ assetId }) => assetId !== missing,
      )
      const expected = stateOf({
        ...then,
        items: places,
        assetIds: places.map((one) => one.assetId),
      })
      return (
        canonical(restored(now, body)) === canonical(expected) &&
        gone === then.assetIds.filter((assetId) => assetId === missing).length
      )
    }),
  )
})

t.test('a restoration of the present state changes nothing', async () => {
  fc.assert(
    fc.property(state, (now) => {
      const { body, gone } = restorationOf(now, structuredClone(now), () => true)
      return Object.keys(body).length === 0 && gone === 0
    }),
  )
})

t.test('deleted pictures whose places are unknown stay out of a former state', async (t) => {
  const places = { assetIds: ['c', 'a'], items: [itemOf('c'), itemOf('a')] }
  const current = stateOf({
    ...{ name: 'Now', slug: 'show', layout: 'GRID', theme: {}, config: { gap: 8 } },
    ...places,
  })
  const removed = { assetIds: { removed: ['b'] }, items: { removed: [itemOf('b')] } }
  const entries = [{ changes: removed }, { changes: { name: { from: 'Then', to: 'Now' } } }]
  t.same(stateAfter(current, entries, 2), { ...current, name: 'Then' })
})
