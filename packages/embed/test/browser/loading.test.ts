import t from 'tap'
import { layoutNames } from '../../src/published.js'
import { createBench, ready } from '../fixture/browser.js'

const bench = await createBench(t)
const pictures = () => bench.fixture.requests.filter((path) => path.includes('/deliver/'))

t.beforeEach(() => {
  bench.fixture.requests.length = 0
})

t.test('far below the screen no picture is fetched', async (t) => {
  for (const layout of layoutNames) {
    bench.fixture.requests.length = 0
    const page = await bench.open({ layout }, { before: '<div style="height:9000px"></div>' })
    await page.waitForLoadState('networkidle')
    t.strictSame(pictures(), [], layout)
  }
})

t.test('of a long list only what is near is fetched', async (t) => {
  for (const layout of ['GRID', 'MASONRY', 'LIST_VERTICAL'] as const) {
    bench.fixture.requests.length = 0
    const page = await bench.open({ layout, count: 300, config: { columns: 2 } })
    await page.waitForLoadState('networkidle')
    t.ok(pictures().length > 0 && pictures().length < 40, `${layout}: ${pictures().length}`)
  }
  for (const layout of ['CAROUSEL', 'LIST_HORIZONTAL'] as const) {
    bench.fixture.requests.length = 0
    const page = await bench.open({ layout, count: 300 })
    await page.waitForLoadState('networkidle')
    t.ok(pictures().length > 0 && pictures().length < 40, `${layout}: ${pictures().length}`)
  }
})

t.test('one layout loads its own code, and nothing else', async (t) => {
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
    t.equal(scripts.length, 2, layout)
    t.match(scripts[1], new RegExp(`^/embed/v1/${files[layout]}-\\w+\\.js$`))
  }
})

t.test('two elements of one widget ask once', async (t) => {
  bench.fixture.widgets.set('twice', { layout: 'GRID' })
  const element = '<vitrine-widget slug="twice" api-key="pk_test"></vitrine-widget>'
  const script = '<script type="module" src="/embed/v1.js"></script>'
  await ready(await bench.visit({ body: script + element + element }))
  t.equal(bench.fixture.requests.filter((path) => path.endsWith('/widgets/twice')).length, 1)
})

t.test('a picture is fetched about as wide as it is drawn', async (t) => {
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
  'the labels are in the page’s language; a region or an unknown one does no harm',
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
