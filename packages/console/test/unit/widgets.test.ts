import t from '@vitrine/testing/t'
import { dayOf, endOfDay, remainingUntil } from '../../src/api-keys/expiry.ts'
import { blocksOf, componentName } from '../../src/embed-code/codes.ts'
import { hashesOf, policyOf } from '../../src/embed-code/policy.ts'
import type { Embed } from '../../src/embed-code/queries.ts'
import { listChange, settingName } from '../../src/history/entry-words.ts'
import {
  type Item,
  restorationOf,
  type State,
  stateAfter,
  stateOf,
} from '../../src/history/states.ts'
import { numbered, slugOf } from '../../src/publishing/slug.ts'
import { originOf, originsOf } from '../../src/server/origins.ts'
import { arrangementOf } from '../../src/widgets/arrangement.ts'
import { isFiltered, parseWidgetSearch } from '../../src/widgets/search.ts'

t.test('a name suggests a slug', async (t) => {
  t.equal(slugOf('  Größe des Sommers! '), 'grosse-des-sommers')
  t.equal(slugOf('Łódź & Ærø'), 'lodz-aero')
  t.equal(slugOf('漢字'), '')
  t.equal(slugOf('x'.repeat(200)).length, 100)
  t.equal(slugOf(`${'x'.repeat(99)} y`), 'x'.repeat(99))
  t.equal(numbered('summer', 1), 'summer')
  t.equal(numbered('x'.repeat(100), 12), `${'x'.repeat(97)}-12`)
})

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

t.test('a site is an origin, however it is typed', async (t) => {
  t.equal(originOf(' Museum.example/shop?x#y '), 'https://museum.example')
  t.equal(originOf('localhost:3000/a'), 'http://localhost:3000')
  t.equal(originOf('http://127.0.0.1:80'), 'http://127.0.0.1:80')
  t.equal(originOf('*.museum.example'), 'https://*.museum.example')
  t.equal(originOf('  '), '')
  t.same(originsOf('a.example, https://a.example\nb.example'), [
    'https://a.example',
    'https://b.example',
  ])
})

const embed: Embed = {
  placeholder: 'YOUR_API_KEY',
  apiKey: null,
  script: '<vitrine-widget api-key="YOUR_API_KEY">YOUR_API_KEY',
  pinnedScript: '<script integrity>YOUR_API_KEY',
  snippet: null,
  iframe: '<iframe src="?api_key=YOUR_API_KEY">',
  iframeScript: '<script>\nresize()\n</script>',
}
const options = {
  embed,
  widget: { slug: '2nd-show', layout: 'GRID' },
  base: 'https://images.example',
  apiKey: 'pk_1',
  isPinned: false,
}
const codeOf = (...given: Parameters<typeof blocksOf>) => blocksOf(...given).map(({ code }) => code)

t.test('each form has the key in it', async (t) => {
  t.same(codeOf('script', options), ['<vitrine-widget api-key="pk_1">pk_1'])
  t.same(codeOf('script', { ...options, isPinned: true }), ['<script integrity>pk_1'])
  t.same(codeOf('snippet', options), [], 'a draft has no snippet')
  t.same(codeOf('iframe', options), ['<iframe src="?api_key=pk_1">', embed.iframeScript])
  for (const form of ['react', 'vue'] as const) {
    const [code] = codeOf(form, options)
    t.match(code, '<vitrine-widget slug="2nd-show" api-key="pk_1" layout="GRID"')
    t.match(code, "'https://images.example/embed/v1.js'")
  }
  t.equal(componentName('2nd-show'), 'Widget2ndShow')
  t.equal(componentName('summer-show-2'), 'SummerShow2')
})

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

t.test('a key ends at the end of a day', async (t) => {
  t.equal(endOfDay(''), null)
  t.equal(dayOf(new Date(endOfDay('2027-02-28') ?? '')), '2027-02-28')
  const now = new Date('2026-01-01T00:00:00Z')
  t.same(remainingUntil(new Date('2026-01-02T03:04:05Z'), now), {
    days: 1,
    hours: 3,
    minutes: 4,
    seconds: 5,
  })
  t.equal(remainingUntil(now, now), null)
})

const item = (assetId: string, caption: string | null = null): Item => ({
  assetId,
  caption,
  altText: null,
  link: null,
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

t.test('a former state is computed from the changes since then', async (t) => {
  const entries = [
    { changes: { name: { from: 'Then', to: 'Now' }, status: { from: 'DRAFT', to: 'PUBLISHED' } } },
    { changes: { config: { columns: { from: 3, to: 4 }, gap: { to: 8 } } } },
    {
      changes: {
        assetIds: { from: ['a', 'b'], to: ['c', 'a'] },
        items: { from: [item('a', 'A'), item('b')], to: null },
      },
    },
  ]
  t.same(stateAfter(current, entries, 0), current)
  const first = stateAfter(current, entries, 3)
  t.match(first, { name: 'Then', slug: 'show', assetIds: ['a', 'b'] })
  t.same(first.config, { columns: 3 })
  const { body, gone } = restorationOf(current, first, (id) => id !== 'b')
  t.same(body, { name: 'Then', config: { columns: 3 }, items: [item('a', 'A')] })
  t.equal(gone, 1)
  const same = { ...current, config: { gap: 8, columns: 4 } }
  t.same(
    restorationOf(current, same, () => true),
    { body: {}, gone: 0 },
  )
})

t.test('deleted pictures whose places are unknown stay out of a former state', async (t) => {
  const removed = { assetIds: { removed: ['b'] }, items: { removed: [item('b', 'B')] } }
  const entries = [{ changes: removed }, { changes: { name: { from: 'Then', to: 'Now' } } }]
  t.same(stateAfter(current, entries, 2), { ...current, name: 'Then' })
})

t.test('a list shows what came, what went, and whether the rest moved', async (t) => {
  t.same(listChange(['a', 'a', 'b'], ['a', 'c', 'b']), {
    added: ['c'],
    removed: ['a'],
    isReordered: false,
  })
  t.same(listChange(['a', 'b'], ['b', 'a']), { added: [], removed: [], isReordered: true })
  t.equal(settingName('minColumnWidth'), 'Min column width')
})
