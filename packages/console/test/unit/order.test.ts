import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  add,
  editItem,
  mostItems,
  moveBeside,
  moveTo,
  remove,
} from '../../src/editor/order/edits.ts'
import { differencesOf } from '../../src/editor/working-copy/differences.ts'
import { changeOf, type Fields, fieldsOf } from '../../src/editor/working-copy/fields.ts'
import { merge } from '../../src/editor/working-copy/merge.ts'
import { keysOf, movedKeys, movedTo, withMoved } from '../../src/editor/working-copy/order.ts'
import { fieldsWith, itemOf, names, texts, widgetOf } from './editor-samples.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f']
const orders = (keys: readonly string[]) =>
  fc.shuffledSubarray([...keys], { minLength: keys.length })

const without = (keys: readonly string[], out: ReadonlySet<string>) =>
  keys.filter((key) => !out.has(key))

/** How many keys have to move at least, by trying out all sets of keys that stay. */
function fewestMoves(from: readonly string[], to: readonly string[]): number {
  let most = 0
  for (let mask = 0; mask < 2 ** to.length; mask += 1) {
    const stays = to.filter((_, index) => (mask >> index) & 1)
    const places = stays.map((key) => from.indexOf(key))
    const isRising = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
    if (isRising) most = Math.max(most, stays.length)
  }
  return to.length - most
}

t.test('as few pictures count as moved as have to move', async () => {
  fc.assert(
    fc.property(
      orders(letters),
      orders(letters),
      (from, to) => movedKeys(from, to).size === fewestMoves(from, to),
    ),
    { numRuns: 100 },
  )
})

t.test('the pictures that have not moved are in the same order before and after', async (t) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(letters), fc.shuffledSubarray(letters), (from, to) => {
      const moved = movedKeys(from, to)
      const common = (keys: readonly string[], others: readonly string[]) =>
        without(keys, moved).filter((key) => others.includes(key))
      t.same(common(from, to), common(to, from))
      return [...moved].every((key) => from.includes(key) && to.includes(key))
    }),
  )
})

t.test('those that moved, moved again, give the order that was wanted', async (t) => {
  fc.assert(
    fc.property(orders(letters), orders(letters), (from, to) => {
      t.same(withMoved(from, to, movedKeys(from, to)), to)
    }),
  )
})

t.test('pictures that the wanted order does not have stay among their neighbours', async (t) => {
  t.same(withMoved(['a', 'x', 'b', 'c'], ['c', 'a', 'b'], new Set(['c'])), ['c', 'a', 'x', 'b'])
  t.same(withMoved(['a', 'b', 'x'], ['b', 'a'], new Set(['a'])), ['b', 'a', 'x'])
  t.same(withMoved([], ['a', 'b'], new Set(['a', 'b'])), ['a', 'b'])
})

t.test('moves to a place put the chosen ones there as a block, in their order', async (t) => {
  const items = letters.map((key) => ({ key }))
  const places: [string[], number, string][] = [
    [['b'], 0, 'bacdef'],
    [['b'], 5, 'acdefb'],
    [['e', 'b'], 2, 'acbedf'],
    [['a', 'f'], -3, 'afbcde'],
    [['a', 'f'], 99, 'bcdeaf'],
    [['x'], 2, 'abcdef'],
    [letters, 3, 'abcdef'],
  ]
  for (const [chosen, place, wanted] of places) {
    t.equal(keysOf(movedTo(items, new Set(chosen), place)).join(''), wanted)
  }
})

t.test('a drop on one of the chosen pictures moves them beside each other', async (t) => {
  const before = fieldsWith(letters)
  const of = (chosen: string[], target: string, side: 'before' | 'after') =>
    moveBeside(
      new Set(chosen.map((id) => `${id}.0`)),
      `${target}.0`,
      side,
    )(before)
      .items.map(({ assetId }) => assetId)
      .join('')
  t.equal(of(['b', 'e'], 'b', 'before'), 'abecdf')
  t.equal(of(['b', 'e'], 'e', 'after'), 'acdbef')
  t.equal(of(['b'], 'b', 'after'), 'abcdef', 'its own place')
})

const full = fieldsWith(names(mostItems))

t.test('of 500 pictures the last goes to the beginning, and one counts as moved', async (t) => {
  const after = moveTo(new Set(['p499.0']), 0)(full)
  t.equal(after.items[0]?.assetId, 'p499')
  t.equal(after.items[1], full.items[0], 'the others are the same objects')
  const { moved, added, removed, edited } = differencesOf(full, after)
  t.same([keysOf(moved), added, removed, edited], [['p499.0'], [], [], []])
})

t.test('two people move and edit among 500 pictures, and both have what they did', async (t) => {
  const mine = editItem('p3.0', { caption: 'Dunes' })(moveTo(new Set(['p400.0']), 0)(full))
  const theirs = remove(new Set(['p200.0', 'p201.0']))(moveTo(new Set(['p0.0']), 499)(full))
  const { fields, conflicts } = merge(full, mine, theirs)
  const keys = keysOf(fields.items)
  t.same(conflicts, [])
  t.same([keys.length, keys[0], keys.at(-1)], [498, 'p400.0', 'p0.0'])
  t.equal(fields.items.find(({ key }) => key === 'p3.0')?.caption, 'Dunes')
  t.same(
    differencesOf(theirs, fields).moved.map(({ key }) => key),
    ['p400.0'],
  )
})

t.test('a full list takes no more, and a place that is free takes one', async (t) => {
  t.equal(add(['x'])(full).items.length, mostItems)
  const less = remove(new Set(['p7.0']))(full)
  const after = add(['x', 'y'])(less)
  t.same([after.items.length, after.items.at(-1)?.assetId], [mostItems, 'x'])
})

t.test('the same picture 500 times has 500 keys, and each place its own texts', async (t) => {
  const list = add(Array.from({ length: mostItems }, () => 'a'))(fieldsWith([]))
  t.equal(new Set(keysOf(list.items)).size, mostItems)
  const edited = editItem('a.250', { caption: 'In the middle' })(list)
  const withCaption = edited.items.flatMap(({ caption }, index) => (caption ? [index] : []))
  t.same(withCaption, [250])
  const shorter = remove(new Set(['a.0']))(edited)
  t.equal(add(['a'])(shorter).items.at(-1)?.key, 'a.0', 'the first key that is free')
})

type Edit = { kind: 'edit'; key: string; change: object } | { kind: 'remove'; key: string }

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('edit' as const),
      key: fc.constantFrom('a.0', 'b.0', 'c.0'),
      change: texts.chain((all) =>
        fc.constantFrom(
          { caption: all.caption },
          { altText: all.altText },
          { link: all.link },
          all as object,
        ),
      ),
    }),
    fc.record({ kind: fc.constant('remove' as const), key: fc.constantFrom('a.0', 'b.0', 'c.0') }),
  ),
  { maxLength: 12 },
)

t.test(
  'captions, links and alt texts are those written last, of the pictures that are left',
  async (t) => {
    fc.assert(
      fc.property(edits, (list) => {
        const expected = new Map<string, object>(
          ['a', 'b', 'c'].map((id) => [`${id}.0`, { ...itemOf(`${id}.0`) }]),
        )
        let fields: Fields = fieldsWith(['a', 'b', 'c'])
        for (const one of list) {
          const former = expected.get(one.key)
          if (one.kind === 'remove') {
            expected.delete(one.key)
            fields = remove(new Set([one.key]))(fields)
          } else {
            if (former !== undefined) expected.set(one.key, { ...former, ...one.change })
            fields = editItem(one.key, one.change)(fields)
          }
        }
        t.same(fields.items, [...expected.values()])
      }),
      { numRuns: 100 },
    )
  },
)

t.test(
  'what is sent after edits is what the server lacks, and without the keys of the page',
  async (t) => {
    const before = fieldsWith(['a', 'b'])
    const after = editItem('b.0', { altText: '', link: { url: '/b', newTab: true } })(before)
    t.same(changeOf(before, after), {
      items: [
        { assetId: 'a', caption: null, altText: null, link: null, video: null },
        {
          assetId: 'b',
          caption: null,
          altText: '',
          link: { url: '/b', newTab: true },
          video: null,
        },
      ],
    })
    t.same(changeOf(before, editItem('gone.0', { caption: 'x' })(before)), {})
    t.same(fieldsOf(widgetOf(after)), after, 'and read back it is the same')
  },
)
