import { slugPattern } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import * as edits from '../../src/editor/order/edits.ts'
import { altTextOf, nameOf } from '../../src/editor/order/names.ts'
import { publishedOf } from '../../src/editor/preview/published.ts'
import { problemsOf } from '../../src/editor/problems.ts'
import { lineOf, partWords } from '../../src/editor/publish/difference-words.ts'
import type { Asset } from '../../src/editor/queries.ts'
import {
  contrastOf,
  contrastRatio,
  over,
  pairs,
  type Rgba,
} from '../../src/editor/settings-form/contrast.ts'
import { countOf, differencesOf } from '../../src/editor/working-copy/differences.ts'
import { type Fields, type Item, isSameContent } from '../../src/editor/working-copy/fields.ts'
import { merge, newsOf } from '../../src/editor/working-copy/merge.ts'
import { keysOf } from '../../src/editor/working-copy/order.ts'
import { openCopy } from '../../src/editor/working-copy/working-copy.ts'

const itemOf = (key: string, change: Partial<Item> = {}): Item => ({
  key,
  assetId: key.split('.')[0] ?? '',
  caption: null,
  altText: null,
  link: null,
  video: null,
  ...change,
})
const base: Fields = {
  name: 'Summer',
  slug: 'summer',
  layout: 'GRID',
  config: {},
  theme: {},
  items: ['a.0', 'b.0', 'c.0', 'd.0', 'e.0'].map((key) => itemOf(key)),
}
const assetOf = (id: string, change: Partial<Asset> = {}) =>
  ({
    ...{
      id,
      filename: `${id}.jpg`,
      altText: `Alt of ${id}`,
      decorative: false,
      width: 4,
      height: 3,
    },
    originalUrl: `https://images.example/${id}`,
    contentType: 'image/jpeg',
    focalPoint: null,
    placeholder: null,
    ...change,
  }) as unknown as Asset
const known = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, assetOf(id)]))

const keys = fc.subarray(keysOf(base.items)).map((list) => new Set(list))
const place = fc.integer({ min: -2, max: 8 })

t.test('moving pictures loses none, and keeps the order of the others', async (t) => {
  fc.assert(
    fc.property(keys, place, (chosen, index) => {
      const after = keysOf(edits.moveTo(chosen, index)(base).items)
      const rest = after.filter((key) => !chosen.has(key))
      t.same([...after].sort(), keysOf(base.items))
      t.same(
        rest,
        keysOf(base.items).filter((key) => !chosen.has(key)),
      )
      const first = after.findIndex((key) => chosen.has(key))
      const wanted = Math.max(0, Math.min(index, base.items.length - chosen.size))
      return chosen.size === 0 || first === wanted
    }),
  )
})

t.test('pictures are put before or after another, side by side', async () => {
  const sides = fc.constantFrom('before' as const, 'after' as const)
  const targets = fc.constantFrom(...keysOf(base.items))
  fc.assert(
    fc.property(keys, targets, sides, (chosen, target, side) => {
      if (chosen.has(target) || chosen.size === 0) return true
      const after = keysOf(edits.moveBeside(chosen, target, side)(base).items)
      const at = after.indexOf(target)
      const from = side === 'after' ? at + 1 : at - chosen.size
      return after.slice(from, from + chosen.size).every((key) => chosen.has(key))
    }),
  )
})

t.test('added pictures have keys of their own, up to the limit', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'x'), { maxLength: 30 }), (ids) => {
      const after = edits.add(ids)(base).items
      t.equal(after.length, base.items.length + ids.length)
      return new Set(keysOf(after)).size === after.length
    }),
  )
  const many = edits.add(Array.from({ length: 600 }, (_, index) => `p${index}`))(base)
  t.equal(many.items.length, edits.mostItems)
  t.equal(edits.add(['x'])(many).items.length, edits.mostItems)
})

t.test('a picture is removed or edited alone', async (t) => {
  t.same(keysOf(edits.remove(new Set(['b.0']))(base).items), ['a.0', 'c.0', 'd.0', 'e.0'])
  const { items } = edits.editItem('b.0', { caption: 'Harbour' })(base)
  t.same(
    items.map(({ caption }) => caption),
    [null, 'Harbour', null, null, null],
  )
  t.equal(items[0], base.items[0], 'the others are the same objects')
})

t.test('differences count what one has, the other way round as well', async (t) => {
  const lists = fc
    .shuffledSubarray(['a.0', 'b.0', 'c.0', 'x.0', 'y.0'])
    .chain((list) =>
      fc
        .constantFrom(null, 'Text')
        .map((caption) => list.map((key, index) => itemOf(key, index === 0 ? { caption } : {}))),
    )
  const values = fc.dictionary(fc.constantFrom('gap', 'columns'), fc.nat(2))
  const fields = fc.record({ items: lists, config: values }).map((part) => ({ ...base, ...part }))
  fc.assert(
    fc.property(fields, fields, (one, other) => {
      const [there, back] = [differencesOf(one, other), differencesOf(other, one)]
      t.same(keysOf(there.added).sort(), keysOf(back.removed).sort())
      t.same(keysOf(there.edited).sort(), keysOf(back.edited).sort())
      t.equal(there.values.length, back.values.length)
      return (countOf(there) === 0) === isSameContent(one, other)
    }),
  )
})

t.test('what is merged differs from mine by their changes alone', async () => {
  const values = fc.dictionary(fc.constantFrom('gap', 'columns', 'rows'), fc.nat(2))
  fc.assert(
    fc.property(values, values, values, (before, mine, theirs) => {
      const of = (config: object): Fields => ({ ...base, config: { ...config } })
      const { fields, conflicts } = merge(of(before), of(mine), of(theirs))
      const open = new Set(conflicts.map(({ key }) => key))
      return Object.entries(differencesOf(of(mine), fields).values).every(
        ([, { key, to }]) => !open.has(key) && to === theirs[key],
      )
    }),
  )
})

t.test('changes of others are news if the editor shows them', async (t) => {
  const widget = { ...base, revision: 1, status: 'DRAFT' } as unknown as Parameters<
    typeof newsOf
  >[1]
  const copy = openCopy(widget)
  t.equal(newsOf(copy, { ...widget, revision: 2 }), null)
  t.match(newsOf(copy, { ...widget, name: 'Winter' }), {
    authors: [],
    differences: { values: [{ part: 'name', from: 'Summer', to: 'Winter' }] },
  })
})

t.test('differences have words', async (t) => {
  t.equal(partWords('slug', ''), 'Slug')
  t.equal(partWords('config', 'gap'), 'Space between')
  const line = lineOf({ part: 'layout', key: '', from: 'GRID', to: 'MASONRY' })
  t.match(line, { label: 'Layout', from: 'Grid', to: 'Masonry' })
  t.match(lineOf({ part: 'config', key: 'gap', from: undefined, to: 24 }), {
    id: 'config.gap',
    from: 'not set',
    to: '24',
  })
})

t.test('a text of the place comes before that of the picture', async (t) => {
  const [item, asset] = [itemOf('a.0'), assetOf('a')]
  t.equal(altTextOf(item, asset), 'Alt of a')
  t.equal(altTextOf({ ...item, altText: '' }, asset), '', 'on purpose')
  t.equal(altTextOf({ ...item, altText: 'Here' }, asset), 'Here')
  t.equal(altTextOf(item, assetOf('a', { decorative: true, altText: null })), '')
  t.equal(altTextOf(item, assetOf('a', { altText: null })), null)
  t.equal(nameOf({ ...item, caption: 'Caption' }, asset), 'Caption')
  t.equal(nameOf(item, assetOf('a', { altText: null })), 'a.jpg')
  t.equal(nameOf(item, undefined), 'A deleted picture')
})

t.test('the preview has each known picture of the list, in its order', async (t) => {
  const lists = fc.array(fc.constantFrom('a', 'b', 'gone'), { maxLength: 8 })
  fc.assert(
    fc.property(lists, (ids) => {
      const items = ids.map((id, index) => itemOf(`${id}.${index}`, { caption: `No ${index}` }))
      const config = { gap: 24, labels: { next: '</script>' } }
      const { widget, assets } = publishedOf('w', { ...base, items, config }, known)
      t.same(JSON.parse(widget.config), config)
      t.same(
        assets.map(({ caption }) => caption),
        items.filter(({ assetId }) => assetId !== 'gone').map(({ caption }) => caption),
      )
      return assets.every(({ url, altText, id }) => url.endsWith(id) && altText === `Alt of ${id}`)
    }),
  )
})

const noColour = () => null
const idsOf = (fields: Fields, assets = known, read: (text: string) => Rgba | null = noColour) =>
  problemsOf(fields, assets, read).map(({ id }) => id)

t.test('a sound widget has no problems', async (t) => {
  t.same(idsOf(base), [])
})

t.test('a slug is a problem exactly if the service refuses it', async () => {
  const parts = fc.array(fc.constantFrom('a', '9', '-', 'A', ' ', 'ä', '--'), { maxLength: 6 })
  fc.assert(
    fc.property(parts, (list) => {
      const slug = list.join('')
      return idsOf({ ...base, slug }).includes('slug') !== new RegExp(slugPattern).test(slug)
    }),
  )
})

t.test('what the public misses is named with its place', async (t) => {
  const assets = new Map([...known, ['b', assetOf('b', { altText: null })]])
  const link = { url: 'javascript:alert(1)', newTab: false }
  const items = [itemOf('a.0', { link }), itemOf('b.0'), itemOf('gone.0')]
  const found = problemsOf({ ...base, name: ' ', items }, assets, noColour)
  t.match(found, [
    { id: 'name', isBlocking: true, field: 'name' },
    { id: 'link.a.0', isBlocking: true, key: 'a.0' },
    { id: 'alt.b.0', isBlocking: false, key: 'b.0' },
  ])
  t.equal(found.length, 3, 'of a deleted picture no text is asked for')
  t.same(idsOf({ ...base, items: [] }), ['empty'])
})

const colours: Record<string, Rgba> = {
  black: [0, 0, 0, 1],
  white: [255, 255, 255, 1],
  gray: [119, 119, 119, 1],
  glass: [0, 0, 0, 0.5],
}
const read = (text: string) => colours[text] ?? null

t.test('too little contrast is a problem of its field', async (t) => {
  const of = (theme: Record<string, string>) => idsOf({ ...base, theme }, known, read)
  t.same(of({ captionColor: 'gray' }), ['contrast.captionColor'], '4.48 : 1 on the page')
  t.same(of({ captionColor: 'gray', captionBackground: 'black' }), [])
  t.same(of({ captionColor: 'white', colorScheme: 'dark' }), [])
  t.same(of({ accentColor: 'gray' }), [], '3 : 1 is enough')
  t.same(of({ controlColor: 'white' }), [], 'without its background nothing is known')
  t.same(of({ controlColor: 'white', controlBackground: 'white' }), ['contrast.controlColor'])
  t.same(of({ captionColor: 'no colour' }), [])
})

t.test('contrast is from 1 to 21, and does not depend on which is in front', async (t) => {
  const channel = fc.nat(255)
  const opaque = fc.tuple(channel, channel, channel).map(([r, g, b]): Rgba => [r, g, b, 1])
  const clear = fc
    .tuple(opaque, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([[r, g, b], alpha]): Rgba => [r, g, b, alpha])
  fc.assert(
    fc.property(opaque, opaque, (one, other) => {
      const ratio = contrastRatio(one, other)
      return ratio >= 1 && ratio <= 21 && Math.abs(ratio - contrastRatio(other, one)) < 1e-9
    }),
  )
  fc.assert(
    fc.property(clear, opaque, (front, back) => {
      const mixed = over(front, back)
      return mixed.every(
        (value, index) =>
          index === 3 ||
          (value >= Math.min(front[index] ?? 0, back[index] ?? 0) - 1e-9 &&
            value <= Math.max(front[index] ?? 0, back[index] ?? 0) + 1e-9),
      )
    }),
  )
  for (const { front } of pairs) t.equal(contrastOf({}, front, read), null, front)
})
