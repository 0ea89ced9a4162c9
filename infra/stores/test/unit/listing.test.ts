import { mezzanineObject, originalObject, renditionObject } from '@vitrine/contracts'
import t from 'tap'
import { compareListing } from '../../src/listing.js'

const keysOf = (id: string) => [
  originalObject('p', id),
  mezzanineObject('p', id, '1024'),
  renditionObject('p', id, 'v1', '320x240.webp.q77'),
]

t.test('rows and objects that agree', async (t) => {
  const keys = [...keysOf('a'), ...keysOf('b')]
  t.same(compareListing('p', keys, ['a', 'b']), { orphans: [], missing: [] })
})

t.test('objects without an asset row are orphans, of any kind', async (t) => {
  const stray = 'projects/p/stray'
  const { orphans, missing } = compareListing('p', [...keysOf('a'), ...keysOf('b'), stray], ['a'])
  t.same(orphans, [...keysOf('b'), stray])
  t.same(missing, [])
})

t.test('a row is missing its object when the original is gone', async (t) => {
  const [original, ...copies] = keysOf('a')
  t.same(compareListing('p', copies, ['a']), { orphans: [], missing: ['a'] })
  t.same(compareListing('p', [original ?? ''], ['a', 'ab']), { orphans: [], missing: ['ab'] })
})
