import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { createDrops } from '../../src/editor/order/drops.ts'
import { join, mostItems } from '../../src/editor/order/edits.ts'
import type { Fields } from '../../src/editor/working-copy/fields.ts'
import { fieldsWith } from './editor-samples.ts'

const widgetWith = (...ids: string[]) => fieldsWith(ids)
const idsOf = ({ items }: Fields): string[] => items.map(({ assetId }) => assetId)
/** The picture of file `a` is `A`. */
const pictureOf = (key: string): string => key.toUpperCase()

t.test('files that arrive in any order stand in the order of the drop', async () => {
  const keys = [...'abcdefgh']
  const arrival = fc.shuffledSubarray(keys, { minLength: keys.length })
  fc.assert(
    fc.property(arrival, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (order, looks) => {
      const drops = createDrops()
      drops.add(keys)
      let widget = widgetWith('first')
      const uploaded = new Set<string>()
      const look = () => {
        widget = join(drops.take((key) => (uploaded.has(key) ? pictureOf(key) : null)))(widget)
      }
      for (const [index, key] of order.entries()) {
        uploaded.add(key)
        // Some arrive together.
        if (looks[index] === true) look()
      }
      look()
      return idsOf(widget).join('') === `first${keys.map(pictureOf).join('')}`
    }),
  )
})

t.test('a picture whose details come late still takes its place', async (t) => {
  const drops = createDrops()
  drops.add(['a', 'b'])
  const a = drops.take((key) => (key === 'a' ? 'A' : null))
  const b = drops.take((key) => (key === 'b' ? 'B' : null))
  t.same(idsOf(join(a)(join(b)(widgetWith('x')))), ['x', 'A', 'B'])
})

t.test('a file that has failed joins after it was sent again', async (t) => {
  const drops = createDrops()
  drops.add(['a', 'b'])
  let widget = join(drops.take((key) => (key === 'b' ? 'B' : null)))(widgetWith())
  t.same(idsOf(widget), ['B'])
  widget = join(drops.take(pictureOf))(widget)
  t.same(idsOf(widget), ['A', 'B'])
  t.same(drops.take(pictureOf), [], 'each joins once')
})

t.test('a file that is dropped again before it is uploaded joins once', async (t) => {
  const drops = createDrops()
  drops.add(['a', 'b'])
  drops.add(['a'])
  t.same(idsOf(join(drops.take(pictureOf))(widgetWith())), ['B', 'A'])
})

t.test('files with the same bytes are one picture', async (t) => {
  const drops = createDrops()
  drops.add(['a', 'b'])
  t.same(idsOf(join(drops.take(() => 'same'))(widgetWith())), ['same'])
})

t.test('pictures beyond the limit are left out', async (t) => {
  const drops = createDrops()
  drops.add(['a', 'b'])
  const full = widgetWith(...Array.from({ length: mostItems - 1 }, (_, index) => `${index}`))
  t.equal(join(drops.take(pictureOf))(full).items.length, mostItems)
})
