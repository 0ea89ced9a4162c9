import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from '@vitrine/testing/t'
import { layoutNames, type Published } from '../../src/published.js'
import type { preloadFirst as PreloadFirst } from '../../src/render.js'
import { createBench, pasted, ready } from '../fixture/browser.js'

// The module that runs in production, bundled in dist.
type Server = { preloadFirst: typeof PreloadFirst }
const { preloadFirst }: Server = await import(new URL('../../dist/server.js', import.meta.url).href)

const bench = await createBench(t)
/** The same value as in the server module; a suite of management-api compares them. */
function pinnedEntry() {
  const built = fileURLToPath(new URL('../../dist/browser/', import.meta.url))
  const { pinned } = JSON.parse(readFileSync(`${built}manifest.json`, 'utf8'))
  const file: string = pinned.file
  const digest = createHash('sha256')
    .update(readFileSync(`${built}${file}`))
    .digest('base64')
  return { file, integrity: `sha256-${digest}` }
}

const pictures = () => bench.fixture.requests.filter((path) => path.includes('/deliver/'))

t.beforeEach(() => {
  bench.fixture.requests.length = 0
})

t.test('no picture far below the fold is fetched', async (t) => {
  // One page each: Chromium fetches a picture that two widgets of a page share.
  await Promise.all(
    layoutNames.map(async (layout) => {
      const page = await bench.open({ layout }, { before: '<div style="height:9000px"></div>' })
      await page.waitForLoadState('networkidle')
    }),
  )
  t.strictSame(pictures(), [])
})

t.test('of a long list, only pictures near the viewport are fetched', async (t) => {
  for (const layout of ['GRID', 'MASONRY', 'LIST_VERTICAL'] as const) {
    bench.fixture.requests.length = 0
    const page = await bench.open({ layout, count: 100, config: { columns: 2 } })
    await page.waitForLoadState('networkidle')
    t.ok(pictures().length > 0 && pictures().length < 40, `${layout}: ${pictures().length}`)
  }
  for (const layout of ['CAROUSEL', 'LIST_HORIZONTAL'] as const) {
    bench.fixture.requests.length = 0
    const page = await bench.open({ layout, count: 100 })
    await page.waitForLoadState('networkidle')
    t.ok(pictures().length > 0 && pictures().length < 40, `${layout}: ${pictures().length}`)
  }
})

t.test('a layout loads only its own code', async (t) => {
  const files = {
    CAROUSEL: 'carousel',
    SLIDER: 'carousel',
    GRID: 'grid',
    MASONRY: 'masonry',
    LIST_VERTICAL: 'list-vertical',
    LIST_HORIZONTAL: 'list-horizontal',
  }
  for (const layout of layoutNames) {
    bench.fixture.requests.length = 0
    await bench.open({ layout, config: { lightbox: true } })
    const scripts = bench.fixture.requests.filter((path) => path.startsWith('/embed/'))
    t.equal(scripts.length, layout === 'SLIDER' ? 3 : 2, layout)
    t.match(scripts[1], new RegExp(`^/embed/v1/[0-9a-f]{64}/${files[layout]}\\.js$`))
    if (layout === 'SLIDER') t.match(scripts[2], /\/stack\.js$/, 'it fades')
  }
})

t.test('a pinned script runs if its hash matches; otherwise the fallback stays', async (t) => {
  bench.fixture.widgets.set('pinned', { layout: 'GRID' })
  const { file, integrity } = pinnedEntry()
  const element = '<vitrine-widget slug="pinned" api-key="pk_test">fallback</vitrine-widget>'
  const code = (hash: string) =>
    `<script type="module" src="/embed/${file}" integrity="${hash}" crossorigin="anonymous"></script>${element}`
  await ready(await bench.visit({ body: code(integrity) }))
  const scripts = bench.fixture.requests.filter((path) => path.startsWith('/embed/'))
  t.match(scripts[0], `/embed/${file}`)
  t.match(scripts[1], /^\/embed\/v1\/[0-9a-f]{64}\/grid\.js$/)

  const other = `sha256-${createHash('sha256').update('another script').digest('base64')}`
  const page = await bench.visit({ body: code(other) })
  await page.waitForLoadState('networkidle')
  t.equal(await page.locator('vitrine-widget').textContent(), 'fallback')
  t.equal(await page.evaluate('customElements.get("vitrine-widget")'), undefined)
})

t.test('two elements of one widget share a request', async (t) => {
  bench.fixture.widgets.set('twice', { layout: 'GRID' })
  const element = '<vitrine-widget slug="twice" api-key="pk_test"></vitrine-widget>'
  const script = '<script type="module" src="/embed/v1.js"></script>'
  await ready(await bench.visit({ body: script + element + element }))
  t.equal(bench.fixture.requests.filter((path) => path.endsWith('/widgets/twice')).length, 1)
})

t.test('a preloaded response is not requested again', async (t) => {
  bench.fixture.widgets.set('ahead', { layout: 'GRID' })
  const preload =
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/v1/widgets/ahead?api_key=pk_test">'
  await ready(await bench.visit({ head: preload, body: pasted('ahead') }))
  t.equal(bench.fixture.requests.filter((path) => path.endsWith('/widgets/ahead')).length, 1)
})

t.test('a preloaded picture is not requested again, nor in another size', async (t) => {
  bench.fixture.widgets.set('first', { layout: 'CAROUSEL' })
  const answer = await fetch(`${bench.fixture.origin}/api/v1/widgets/first?api_key=pk_test`)
  const width = '50vw'
  const head = preloadFirst((await answer.json()) as Published, width)
  const page = await bench.visit({ head, body: pasted('first', `width="${width}"`) })
  await ready(page)
  await page.waitForLoadState('networkidle')
  const [first = ''] = /\/api\/v1\/deliver\/[^?]+/.exec(head) ?? []
  t.equal(pictures().filter((path) => path === first).length, 1, `${pictures()}`)
})

t.test('the first picture is shown before the layout’s code has loaded', async (t) => {
  bench.fixture.widgets.set('early', { layout: 'GRID' })
  let letCome = () => {}
  const isSeen = new Promise<void>((seen) => {
    letCome = seen
  })
  const page = await bench.visit({ body: '' })
  await page.route('**/embed/v1/*/grid.js', (route) => isSeen.then(() => route.continue()))
  await page.setContent(pasted('early', `base-url="${bench.fixture.origin}"`))
  const first = page.getByRole('img', { name: 'Dawn behind blue mountain ridges' })
  await page.waitForFunction(
    () => document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('img')?.complete,
  )
  t.ok(await first.isVisible())
  letCome()
  await ready(page)
  t.equal(await page.locator('img').count(), 6)
})

t.test('a picture is fetched at about the width it is drawn at', async (t) => {
  const page = await bench.open(
    { layout: 'GRID', config: { columns: 4 } },
    { before: '<style>vitrine-widget{width:600px}</style>' },
  )
  await page.waitForLoadState('networkidle')
  const widths = await page
    .locator('img')
    .evaluateAll((all) =>
      all.map((one) => new URL((one as HTMLImageElement).currentSrc).searchParams.get('w')),
    )
  t.strictSame(widths, ['320', '320', '480', '320', '320', '320'], 'the panorama fills its cell')
})

t.test(
  'labels are in the page’s language; regions are ignored, unknown languages get English',
  async (t) => {
    for (const [lang, label] of [
      ['de-AT', 'Nächstes Bild'],
      ['ar', 'الصورة التالية'],
      ['xx', 'Next picture'],
    ] as const) {
      const page = await bench.open({ layout: 'CAROUSEL' }, { page: { html: `lang="${lang}"` } })
      t.ok(await page.getByRole('button', { name: label }).isVisible(), lang)
    }
    const config = { labels: { next: 'Onwards' } }
    const page = await bench.open({ layout: 'CAROUSEL', config }, { page: { html: 'lang="de"' } })
    t.ok(await page.getByRole('button', { name: 'Onwards' }).isVisible())
  },
)
