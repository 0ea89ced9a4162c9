import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { fragmentOf, tagInAddress } from '../../src/arrangement/address.js'
import { readArranging } from '../../src/arrangement/config.js'
import { shuffled } from '../../src/arrangement/order.js'
import type { Asset } from '../../src/published.js'

const asset = (tags?: string[]) => ({ id: 'a', ...(tags && { tags }) }) as unknown as Asset
const read = (config: unknown, assets: Asset[] = []) =>
  readArranging(JSON.stringify(config), assets)

t.test(
  'tags have buttons in the order of the list, or of the pictures, if a picture has them',
  async (t) => {
    const assets = [asset(['sea', 'Hills']), asset(), asset(['dawn', 'sea'])]
    t.same(read({ filterByTags: true }, assets).tags, ['sea', 'Hills', 'dawn'])
    t.same(read({ filter_by_tags: ['dawn', 'snow', 'sea', 'dawn'] }, assets).tags, ['dawn', 'sea'])
    for (const filterByTags of [false, null, undefined, 'sea', 1, {}, [1, null]]) {
      t.same(read({ filterByTags }, assets).tags, [], JSON.stringify(filterByTags))
    }
  },
)

t.test('parts of a header that are no texts, and half a button, count as left out', async (t) => {
  const nothing = { title: '', text: '', button: undefined }
  for (const header of [null, 'Summer', [], { title: 1, text: {} }, { button: 'x' }]) {
    t.match(read({ header }), nothing, JSON.stringify(header))
  }
  t.match(readArranging('no JSON', []), nothing)
  t.match(readArranging('null', []), nothing)
  const button = { label: 'More', url: '/more' }
  t.match(read({ header: { title: ' Summer ', button } }), { title: 'Summer', button })
})

t.test('an address names a tag of one widget, whatever the tag is', async (t) => {
  const tags = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.nat().map(String))
  fc.assert(
    fc.property(tags, (tag) => {
      const fragment = fragmentOf('summer', tag)
      // A bare number is that of a picture.
      return (
        new URL(fragment, 'http://a.example').hash === fragment &&
        !/\/\d*$/.test(fragment) &&
        tagInAddress('summer', fragment) === tag &&
        tagInAddress('summe', fragment) === ''
      )
    }),
  )
  for (const hash of [
    '',
    '#',
    '#sea',
    '#vitrine-summer',
    '#vitrine-summer/3',
    '#vitrine-summer/%',
  ]) {
    t.equal(tagInAddress('summer', hash), '', hash)
  }
})

t.test(
  'a random order is one of the pictures, the same for a visit, and another for another',
  async (t) => {
    const list = Array.from({ length: 40 }, (_, index) => index)
    const orders = [1, 2, 3].map((seed) => shuffled(list, seed, 'widget').join())
    t.equal(new Set(orders).size, 3)
    t.equal(shuffled(list, 1, 'widget').join(), orders[0])
    t.not(shuffled(list, 1, 'other widget').join(), orders[0])
    fc.assert(
      fc.property(
        fc.array(fc.nat()),
        fc.nat(),
        (some, seed) => shuffled(some, seed, 'w').sort().join() === [...some].sort().join(),
      ),
    )
    const firsts = new Set(
      Array.from({ length: 60 }, (_, seed) => shuffled([0, 1, 2], seed, 'w')[0]),
    )
    t.equal(firsts.size, 3, 'each picture may be the first')
  },
)
