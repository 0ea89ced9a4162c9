import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { layouts } from '../../src/publishing/layout-words.ts'
import { arrangementOf } from '../../src/widgets/arrangement.ts'
import { isFiltered, parseWidgetSearch } from '../../src/widgets/search.ts'
import { openPage } from './service-double.ts'

const page = openPage(t)
const { queries } = await import('../../src/server/queries.ts')
const { firstPictures, missingQuery, shownPictures, viewsQuery, widgetsQuery } = await import(
  '../../src/widgets/queries.ts'
)
const { usageQuery, assetsQuery } = await import('../../src/library/queries.ts')
const { foldersQuery } = await import('../../src/server/folders.ts')
// Cached answers have a timer, which would keep the process alive.
t.teardown(() => queries.clear())

t.test('the address of the list keeps what it understands', async (t) => {
  const search = parseWidgetSearch({ q: 7, status: 'DRAFT', layout: 'GRID', sort: 'x', page: 3 })
  t.same(search, { q: '7', status: 'DRAFT', layout: 'GRID' })
  t.equal(isFiltered(search), true)
  t.equal(isFiltered(parseWidgetSearch({ sort: 'name,asc', q: ' ' })), false)
})

t.test('a thumbnail shows what its layout shows', async (t) => {
  t.same(arrangementOf('GRID', 1), ['one', 1])
  t.same(arrangementOf('SLIDER', 9), ['one', 1])
  t.same(arrangementOf('CAROUSEL', 9), ['middle', 3])
  t.same(arrangementOf('LIST_HORIZONTAL', 3), ['row', 3])
  t.same(arrangementOf('LIST_VERTICAL', 3), ['column', 2])
  t.same(arrangementOf('MASONRY', 4), ['bricks', 4])
})

t.test('a thumbnail shows at least one place, and no more pictures than there are', async () => {
  fc.assert(
    fc.property(fc.constantFrom(...layouts), fc.nat(20), (layout, count) => {
      const [arrangement, shown] = arrangementOf(layout, count)
      return (
        shown >= 1 &&
        shown <= Math.max(1, count) &&
        shown <= shownPictures &&
        (shown === 1) === (arrangement === 'one')
      )
    }),
  )
})

t.test('the pictures of a page of widgets are asked for once each, in one call', async () => {
  const ids = fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 24 }), (lists) => {
      const found = firstPictures(lists.map((assetIds) => ({ assetIds })))
      const expected = new Set(lists.flatMap((assetIds) => assetIds.slice(0, shownPictures)))
      return (
        found.length === expected.size &&
        found.every((id) => expected.has(id)) &&
        found.length <= 100
      )
    }),
  )
})

t.test('the list asks for what the address says, newest change first, page by page', async (t) => {
  page.answerBy(({ query }) => ({ content: [], nextCursor: query.has('cursor') ? null : 'next' }))
  const list = widgetsQuery('p', { q: 'boat', status: 'DRAFT' })
  await queries.fetchInfiniteQuery({ ...list, pages: 3 })
  t.same(
    page.calls.map(({ query }) => Object.fromEntries(query)),
    [
      { q: 'boat', status: 'DRAFT', sort: 'updatedAt,desc', size: '24' },
      { q: 'boat', status: 'DRAFT', sort: 'updatedAt,desc', size: '24', cursor: 'next' },
    ],
    'and no third page',
  )
})

t.test('pictures without texts are known to be all of them, or not', async (t) => {
  for (const total of [2, 500, 501]) {
    page.answerBy(() => ({ content: [{ id: 'a' }, { id: 'b' }], totalElements: total }))
    const { ids, isComplete } = await queries.fetchQuery({ ...missingQuery(`p${total}`) })
    t.same([...ids], ['a', 'b'])
    t.equal(isComplete, total <= 500, `${total}`)
  }
})

t.test('views are those of a week, by widget', async (t) => {
  const begun = Date.now()
  page.answerBy(() => ({
    content: [{ widgetId: 'w1', views: 7 }, { widgetId: 'w2', views: 0 }, { views: 3 }],
  }))
  const views = await queries.fetchQuery(viewsQuery('p'))
  t.same(
    [...views],
    [
      ['w1', 7],
      ['w2', 0],
    ],
  )
  const from = Date.parse(page.calls[0]?.query.get('from') ?? '')
  t.ok(Math.abs(begun - from - 7 * 24 * 3600_000) < 60_000)
})

t.test('folders come as a tree, whatever their order', async (t) => {
  const paths = ['Summer 2026', 'Summer/Beach', 'Summer']
  page.answerBy(() => ({ content: paths.map((path) => ({ id: path, path })), last: true }))
  const folders = await queries.fetchQuery(foldersQuery('p'))
  t.same(
    folders.map(({ path }) => path),
    ['Summer', 'Summer/Beach', 'Summer 2026'],
  )
})

t.test('a page of pictures is asked for by the conditions of the list', async (t) => {
  page.answerBy(() => ({ content: [], totalElements: 0 }))
  const filter = { q: 'a b&c', folderId: 'root', unused: true, minBytes: 5, tag: ['still life'] }
  await queries.fetchQuery(assetsQuery({ projectId: 'p', filter, sort: 'filename,asc' }, 3))
  t.same(Object.fromEntries(page.calls[0]?.query ?? []), {
    q: 'a b&c',
    folderId: 'root',
    unused: 'true',
    minBytes: '5',
    tag: 'still life',
    sort: 'filename,asc',
    page: '3',
    size: '100',
  })
})

t.test('where a picture is used is asked for whole', async (t) => {
  const nameOf = (id: string) => ({ id, name: id, slug: id, status: 'DRAFT' })
  page.answerBy(({ query }) =>
    query.get('page') === '1'
      ? { content: [nameOf('second')], last: true }
      : { content: [nameOf('first')], last: false },
  )
  const usage = await queries.fetchQuery(usageQuery('p', 'a'))
  t.match(usage, [{ id: 'first' }, { id: 'second' }])
})
