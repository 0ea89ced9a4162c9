import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { labelsFor } from '../../src/labels/all.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, painted, pictured, ready } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'
import { heightsOf } from '../stability/check.js'

/* Snippets on pages whose policy forbids inline styles. */

const bench = await createBench(t)
const { origin } = bench.fixture
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

/** All that the page of an owner allows: its own files, and those of delivery. */
const policy = [
  "default-src 'none'",
  "script-src 'nonce-abc' 'strict-dynamic'",
  `style-src 'self' ${origin}`,
  `connect-src ${origin}`,
  `img-src ${origin} data:`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
const headers = { 'content-security-policy': policy }
const note = `<script nonce="abc">
  window.violations = []
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    violations.push(violatedDirective + ' ' + sample))</script>`
const script = '<script type="module" nonce="abc" src="/embed/v1.js"></script>'

const specs: Readonly<Record<string, WidgetSpec>> = {
  carousel: { layout: 'CAROUSEL', count: 8, config: { thumbnails: true, showCaptions: true } },
  grid: { layout: 'GRID', count: 40, theme: { padding: 8, backgroundColor: '#123' } },
  rows: { layout: 'GRID', count: 12, config: { rows: 'justified' } },
  masonry: { layout: 'MASONRY', count: 14, config: { showCaptions: true } },
  slider: { layout: 'SLIDER', config: { aspectRatio: 'auto' } },
  'list-vertical': { layout: 'LIST_VERTICAL', count: 3 },
  'list-horizontal': { layout: 'LIST_HORIZONTAL', config: { showCaptions: true } },
}
for (const [slug, spec] of Object.entries(specs)) bench.fixture.widgets.set(slug, spec)

const snippetOf = (slug: string, options: { stylesFrom?: string } = {}): string =>
  renderSnippet(publish(origin, slug, specs[slug] ?? { layout: 'GRID' }), {
    labels: labelsFor('en'),
    apiKey: 'pk_test',
    ...options,
  })
const snippets = (options: { stylesFrom?: string } = {}): string =>
  Object.keys(specs)
    .map((slug) => snippetOf(slug, options))
    .join('')

/** Heights of all widgets, before the script runs and after. */
async function heightsAround(page: Page): Promise<[before: number[], after: number[]]> {
  const before = await heightsOf(page, 'vitrine-widget')
  await page.evaluate('load()')
  await ready(page)
  await painted(page)
  return [before, await heightsOf(page, 'vitrine-widget')]
}

/** Loads the element when it is told. Such a page requires no Trusted Types: the address is a text. */
const onDemand = `<script nonce="abc">
  const load = () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = '/embed/v1.js'
    document.head.append(script)
  }</script>`
const untrusted = { 'content-security-policy': policy.replace(/; require.*/, '') }

t.test('with its styles as files, a snippet looks before the script as after it', async (t) => {
  const page = await bench.visit({
    headers: untrusted,
    head: note + onDemand,
    body: snippets({ stylesFrom: origin }),
  })
  await pictured(page)
  const pictures = () =>
    page.locator('vitrine-widget .frame img').evaluateAll((all) =>
      all
        // A stack lays its slides on each other, and shows one of them.
        .filter((one) => one.checkVisibility({ opacityProperty: true }))
        .map((one) => one.getBoundingClientRect())
        // Slides that are out of view may move: the script of a carousel places them again.
        .filter(({ left, right }) => right > 50 && left < innerWidth - 50)
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()),
    )
  const places = await pictures()
  const [before, after] = await heightsAround(page)
  t.strictSame(before, after)
  t.strictSame(await pictures(), places, 'the pictures are where they were')
  t.ok(before.every((height) => height > 100))
  t.equal(await page.locator('vitrine-widget link').count(), 0, 'the script has styles of its own')
  t.strictSame(await page.evaluate('violations'), [])
})

t.test('it shows its pictures without a script, and violates no policy with it', async (t) => {
  const body = snippets({ stylesFrom: origin })
  const still = await bench.visit({ headers, body }, { javaScriptEnabled: false })
  for (const slug of Object.keys(specs)) {
    t.ok(await still.locator(`[slug=${slug}] .picture img`).first().isVisible(), slug)
  }
  const page = await bench.visit({ headers, head: note, body: body + script })
  await ready(page)
  t.strictSame(await page.evaluate('violations'), [])
})

t.test(
  'if one of its files does not arrive, it keeps its place until the script has run',
  async (t) => {
    for (const missing of [/\/v1\/.*\.css$/, /\/embed\/grid\.css/]) {
      const body = snippetOf('grid', { stylesFrom: origin })
      bench.fixture.pages.set('/missing', { headers: untrusted, head: onDemand, body })
      const page = await bench.visit({ body: '' })
      await page.route(missing, (route) => route.abort())
      await page.goto(`${origin}/missing`)
      t.equal(await page.locator('img:visible').count(), 0, `${missing}`)
      const [before, after] = await heightsAround(page)
      isReserved(t, before, after)
      t.ok(await page.locator('img').first().isVisible(), 'the script has styles of its own')
    }
  },
)

t.test('a snippet with inline styles keeps its place where they are forbidden', async (t) => {
  const page = await bench.visit({
    headers: untrusted,
    head: onDemand,
    body: snippets(),
  })
  const [before, after] = await heightsAround(page)
  isReserved(t, before, after)
  t.ok(await page.locator('vitrine-widget img').first().isVisible(), 'the script shows it')
})

/** Captions and scrollbars are estimated on the high side, and the height in view is held. */
function isReserved(t: Test, before: readonly number[], after: readonly number[]): void {
  before.forEach((height, index) => {
    const difference = height - (after[index] ?? 0)
    t.ok(difference > -1 && difference < 60, `${height} for ${after[index]}`)
  })
}
