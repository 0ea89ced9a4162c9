import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { type Item, listAfter } from '../../src/resources/widgets/items.js'

const plain = (assetId: string): Item => ({
  assetId,
  caption: null,
  altText: null,
  link: null,
  video: null,
})
const idsOf = (items: readonly Item[]) => items.map(({ assetId }) => assetId)

const anyId = fc.constantFrom('a', 'b', 'c')
const anyText = fc.option(fc.constantFrom('', 'Sold', 'New'))
const anyItem = fc.record({
  assetId: anyId,
  caption: anyText,
  altText: anyText,
  link: fc.option(fc.record({ url: fc.constant('/shop'), newTab: fc.boolean() })),
  video: fc.option(fc.record({ url: fc.constant('https://video.example/1') })),
})
const anyList = fc.array(anyItem, { maxLength: 6 })

t.test('a list that equals the stored one is no change, in each form', async (t) => {
  fc.assert(
    fc.property(anyList, (stored) => {
      const assetIds = idsOf(stored)
      const forms = [{}, { assetIds }, { items: stored }, { assetIds, items: stored }]
      return forms.every((given) => listAfter(stored, given) === stored)
    }),
  )
  t.pass()
})

t.test('the field that differs from the stored list counts', async (t) => {
  fc.assert(
    fc.property(anyList, anyList, (stored, wanted) => {
      const items = listAfter(stored, { assetIds: idsOf(stored), items: wanted })
      t.same(items, wanted)
      const assetIds = idsOf(wanted)
      t.same(idsOf(listAfter(stored, { assetIds, items: stored })), assetIds)
      t.same(listAfter(stored, { assetIds, items: wanted }), wanted)
    }),
    { numRuns: 50 },
  )
})

t.test('two lists that both differ from the stored one and disagree are an error', async (t) => {
  const stored = [plain('a')]
  t.throws(() => listAfter(stored, { assetIds: ['b'], items: [plain('c')] }), {
    code: 'VALIDATION_FAILED',
    details: [{ field: 'items' }],
  })
})

t.test('texts follow the n-th occurrence of their image', async (t) => {
  const [first, second] = [
    { ...plain('a'), caption: 'first' },
    { ...plain('a'), caption: 'second' },
  ]
  const stored = [first, { ...plain('b'), altText: 'B' }, second]
  t.same(listAfter(stored, { assetIds: ['b', 'a', 'c', 'a', 'a'] }), [
    { ...plain('b'), altText: 'B' },
    first,
    plain('c'),
    second,
    plain('a'),
  ])
  t.same(listAfter(stored, { assetIds: ['a'] }), [first])
})

t.test(
  'an item that omits a field has none, and a link opens in the same tab by default',
  async (t) => {
    const items = [
      { assetId: 'a', link: { url: '/shop' } },
      { assetId: 'b', caption: '' },
    ]
    t.same(listAfter([], { items }), [
      { ...plain('a'), link: { url: '/shop', newTab: false } },
      { ...plain('b'), caption: '' },
    ])
  },
)
