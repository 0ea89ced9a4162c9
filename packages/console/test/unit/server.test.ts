import { embedWidths } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { ladder } from '../../src/controls/picture.tsx'
import { filterOf } from '../../src/library/conditions.ts'
import { parseLibrarySearch } from '../../src/library/search.ts'
import { tagsOf } from '../../src/library/tags.ts'
import { momentOf } from '../../src/server/moments.ts'

t.test('times of the server are moments by its zone, in winter and in summer', async (t) => {
  t.equal(
    momentOf('2026-01-15T12:00:00', 'Europe/Berlin').toISOString(),
    '2026-01-15T11:00:00.000Z',
  )
  t.equal(
    momentOf('2026-07-15T12:00:00', 'Europe/Berlin').toISOString(),
    '2026-07-15T10:00:00.000Z',
  )
  t.equal(
    momentOf('2026-03-29T03:30:00', 'Europe/Berlin').toISOString(),
    '2026-03-29T01:30:00.000Z',
  )
  t.equal(momentOf('2026-01-15T12:00:00', 'UTC').toISOString(), '2026-01-15T12:00:00.000Z')
})

t.test('the address of the library keeps what it understands', async (t) => {
  const asset = '0f6f6a3e-0000-4000-8000-000000000000'
  const search = parseLibrarySearch({
    q: 'dune',
    folder: 'root',
    alt: 'missing',
    unused: true,
    view: 'list',
    asset,
    x: 1,
  })
  t.same(search, { q: 'dune', folder: 'root', alt: 'missing', unused: true, view: 'list', asset })
  t.same(filterOf(search), { q: 'dune', folderId: 'root', alt: 'missing', unused: true })
  const wrong = {
    folder: '../x',
    alt: 'no',
    unused: 'yes',
    minBytes: -1,
    sort: 'x',
    view: 'cards',
    asset: 'y',
    q: '  ',
  }
  t.same(parseLibrarySearch(wrong), {})
})

t.test('tags are separated by commas, each once', async (t) => {
  t.same(tagsOf(' sand, sea ,, sand'), ['sand', 'sea'])
  t.same(tagsOf('  '), [])
})

t.test('pictures have the widths of the embed, which every project allows', async (t) => {
  t.same(ladder, embedWidths)
})
