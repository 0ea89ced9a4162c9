import t from '@vitrine/testing/t'
import { blocksOf } from '../../src/embed-code/codes.ts'
import { hashesOf, policyOf } from '../../src/embed-code/policy.ts'
import type { Embed } from '../../src/embed-code/queries.ts'
import { type Item, type State, stateAfter, stateOf } from '../../src/history/states.ts'
import { arrangementOf } from '../../src/widgets/arrangement.ts'
import { isFiltered, parseWidgetSearch } from '../../src/widgets/search.ts'

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

const embed: Embed = {
  placeholder: 'YOUR_API_KEY',
  apiKey: null,
  script: '<vitrine-widget api-key="YOUR_API_KEY">YOUR_API_KEY',
  pinnedScript: '<script integrity>YOUR_API_KEY',
  snippet: null,
  place: '',
  iframe: '<iframe src="?api_key=YOUR_API_KEY">',
  iframeScript: '<script>\nresize()\n</script>',
}
const options = {
  embed,
  widget: { slug: '2nd-show', layout: 'GRID' },
  base: 'https://images.example',
  apiKey: 'pk_1',
  isPinned: false,
  isReserved: true,
}

t.test('a policy allows what the code loads, and what is inline by its hash', async (t) => {
  const base = 'https://images.example'
  t.same(await policyOf('script', base, []), [
    { name: 'script-src', sources: [`${base}/embed/`] },
    { name: 'connect-src', sources: [base] },
    { name: 'img-src', sources: [base] },
  ])
  const frame = await policyOf('iframe', base, blocksOf('iframe', options))
  t.match(frame, [
    { name: 'frame-src', sources: [base] },
    { name: 'script-src', sources: [/^'sha256-.{43}='$/] },
  ])
  const html = '<style>a{}</style><style id="x">a{}</style><script src="/a"></script>'
  t.same(await hashesOf(html, 'style'), ["'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"])
  t.same(await hashesOf(html, 'script'), [], 'without content of its own')
})

const item = (assetId: string, caption: string | null = null): Item => ({
  assetId,
  caption,
  altText: null,
  link: null,
  video: null,
})
const current: State = stateOf({
  name: 'Now',
  slug: 'show',
  layout: 'GRID',
  theme: {},
  config: { columns: 4, gap: 8 },
  assetIds: ['c', 'a'],
  items: [item('c'), item('a')],
})

t.test('deleted pictures whose places are unknown stay out of a former state', async (t) => {
  const removed = { assetIds: { removed: ['b'] }, items: { removed: [item('b', 'B')] } }
  const entries = [{ changes: removed }, { changes: { name: { from: 'Then', to: 'Now' } } }]
  t.same(stateAfter(current, entries, 2), { ...current, name: 'Then' })
})
