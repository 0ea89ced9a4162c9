import t from '@vitrine/testing/t'
import fc from 'fast-check'
import * as edits from '../../src/editor/order/edits.ts'
import { altTextOf, nameOf } from '../../src/editor/order/names.ts'
import { publishedOf } from '../../src/editor/preview/published.ts'
import { lineOf, partWords } from '../../src/editor/publish/difference-words.ts'
import {
  contrastOf,
  contrastRatio,
  over,
  pairs,
  type Rgba,
} from '../../src/editor/settings-form/contrast.ts'
import { countOf, differencesOf } from '../../src/editor/working-copy/differences.ts'
import { isSameContent } from '../../src/editor/working-copy/fields.ts'
import { newsOf } from '../../src/editor/working-copy/merge.ts'
import { keysOf } from '../../src/editor/working-copy/order.ts'
import { openCopy } from '../../src/editor/working-copy/working-copy.ts'
import { assetOf, assetsOf, fieldsWith, itemOf, widgetOf } from './editor-samples.ts'

const base = fieldsWith(['a', 'b', 'c', 'd', 'e'])
const known = assetsOf(['a', 'b', 'c', 'd', 'e'])

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

t.test('changes of others are news if the editor shows them', async (t) => {
  const widget = widgetOf(base)
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
  for (const { front } of pairs)
    t.equal(
      contrastOf({}, front, () => null),
      null,
      front,
    )
})
