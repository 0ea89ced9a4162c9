import type { Page } from 'playwright-core'
import t from 'tap'
import { labelsFor } from '../../src/labels/all.js'
import type {
  renderElement as RenderElement,
  renderSnippet as RenderSnippet,
} from '../../src/render.js'
import { reservation } from '../../src/reserved-space/reservation.js'
import { createBench, painted, ready } from '../fixture/browser.js'
import { pause } from '../fixture/server.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
type Server = { renderElement: typeof RenderElement; renderSnippet: typeof RenderSnippet }
const { renderElement, renderSnippet }: Server = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

/**
 * Every layout with the settings that determine its height: columns, slides per view and bounds.
 */
const layouts: Readonly<Record<string, WidgetSpec>> = {
  carousel: { layout: 'CAROUSEL', config: { autoplay: true } },
  'carousel without controls': {
    layout: 'CAROUSEL',
    config: { showDots: false, aspectRatio: '4/3' },
  },
  'carousel with original proportions': { layout: 'CAROUSEL', config: { aspectRatio: 'auto' } },
  'several per view': { layout: 'CAROUSEL', config: { slidesPerView: 4, gap: 12 } },
  slider: { layout: 'SLIDER', config: { transition: 'fade', aspectRatio: '21/9' } },
  'grid of three columns': { layout: 'GRID', config: { columns: 3 } },
  'grid of as many columns as fit': { layout: 'GRID', count: 9, config: {} },
  'grid with original proportions': { layout: 'GRID', config: { aspectRatio: 'auto' } },
  'masonry of three columns': { layout: 'MASONRY', count: 11, config: { columns: 3 } },
  'masonry of as many columns as fit': { layout: 'MASONRY', count: 14, config: {} },
  'vertical list': { layout: 'LIST_VERTICAL', count: 3, config: { gap: 20 } },
  'bounded list': { layout: 'LIST_VERTICAL', config: { maxHeight: 300 } },
  'horizontal list': { layout: 'LIST_HORIZONTAL', config: {} },
  'low horizontal list of frames': {
    layout: 'LIST_HORIZONTAL',
    config: { itemHeight: 120, aspectRatio: '2/1' },
  },
  'justified grid': { layout: 'GRID', count: 8, config: { rows: 'justified' } },
  'grid with more': { layout: 'GRID', count: 9, config: { loadMore: 4 } },
  'masonry with more': { layout: 'MASONRY', count: 14, config: { loadMore: 7 } },
  'vertical list with more': { layout: 'LIST_VERTICAL', count: 3, config: { loadMore: 2 } },
  'carousel with thumbnails': { layout: 'CAROUSEL', count: 14, config: { thumbnails: true } },
  'slider of half of the window': {
    layout: 'SLIDER',
    config: { aspectRatio: 'auto', maxViewportHeight: 50 },
  },
  'short horizontal list': { layout: 'LIST_HORIZONTAL', count: 2, config: { itemWidth: 150 } },
}
const captions = {
  off: {},
  below: { showCaptions: true },
  overlay: { showCaptions: true, captionPosition: 'overlay' },
}
const widgets = Object.entries(layouts).flatMap(([name, base], number) =>
  Object.entries(captions).map(([position, config]) => {
    const theme = number % 2 ? { padding: 10, captionFontSize: 16 } : {}
    const spec: WidgetSpec = { ...base, config: { ...base.config, ...config }, theme }
    const slug = `${number}-${position}`
    bench.fixture.widgets.set(slug, spec)
    const published = publish(bench.fixture.origin, slug, spec)
    return { name: `${name}, captions ${position}`, spec, published }
  }),
)

const nonce = 'abc'
const script = `<script type="module" nonce="${nonce}" src="/embed/v1.js"></script>`
/** Chromium's cumulative layout shift from the first paint on, and the elements that moved. */
const observe = `<script nonce="${nonce}">
  window.shift = 0
  window.since = 0
  window.moved = new Set()
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries()) {
      // A frame that is drawn late may round a height again, which is far less than a pixel.
      if (startTime < since || value < 1e-6) continue
      shift += value
      for (const { node, previousRect, currentRect } of sources) {
        moved.add(JSON.stringify({ text: node?.textContent, previousRect, currentRect }))
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
</script>`
const text = '<p>One line of text.</p>'.repeat(8)

const apiKey = 'pk_test'
const forms = {
  script: (published: (typeof widgets)[number]['published']) =>
    renderElement(published, { apiKey }),
  snippet: (published: (typeof widgets)[number]['published']) =>
    renderSnippet(published, { labels: labelsFor('en'), apiKey, nonce }),
}
const strict = `default-src 'self'; style-src 'self' 'nonce-${nonce}'; script-src 'nonce-${nonce}' 'strict-dynamic'`

for (const [form, render] of Object.entries(forms)) {
  for (const { width, policy } of [
    { width: 360 },
    { width: 1000 },
    { width: 700, policy: strict },
  ]) {
    const where = `at ${width}${policy ? ', where styles are forbidden' : ''}`
    t.test(`the ${form} causes no layout shift, in any layout, ${where}`, async (t) => {
      const body = widgets.map(({ name, published }) => `${render(published)}<p>Below ${name}</p>`)
      const page = await bench.visit(
        {
          head: observe,
          body: `${text}${body.join('')}${script}`,
          ...(policy && { headers: { 'content-security-policy': policy } }),
          isScriptLate: true,
        },
        // High enough to show everything.
        { viewport: { width, height: 70_000 } },
      )
      await ready(page)
      await painted(page)
      t.strictSame(await page.evaluate('[...moved]'), [])
      t.equal(await page.evaluate('shift'), 0)
    })
  }
}

t.test('a snippet that arrives in chunks causes no layout shift', async (t) => {
  const askForMore = `<script>
    const ask = () => requestAnimationFrame(() => requestAnimationFrame(async () => {
      if (document.readyState !== 'loading') return
      await fetch('/more')
      ask()
    }))
    ask()
  </script>`
  const bits = widgets
    .filter(({ name }) => name.endsWith('overlay'))
    .map(({ published }) => forms.snippet(published))
    .join(text)
    .replaceAll(/(?=<div class="(slide|ring)")|(?=<li)|(?=<\/vitrine)/g, pause)
  const page = await bench.visit(
    { head: observe + askForMore, body: text + bits + text },
    { viewport: { width: 1000, height: 32_000 } },
  )
  await painted(page)
  t.strictSame(await page.evaluate('[...moved]'), [])
  t.equal(await page.evaluate('shift'), 0)
})

const heightsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))

t.test('the placeholder is as high as the widget, at every width', async (t) => {
  const places = await bench.visit({
    body: widgets
      .map(
        ({ published }) =>
          `${forms.script(published)}<span class="frame" style="${reservation(published)}"></span>`,
      )
      .join(''),
  })
  const page = await bench.visit({
    body: `${widgets.map(({ published }) => forms.script(published)).join('')}${script}`,
  })
  await ready(page)
  for (const width of [320, 520, 768, 1000, 1280, 1900]) {
    for (const one of [places, page]) await one.setViewportSize({ width, height: 800 })
    await painted(page)
    const reserved = await heightsOf(places, 'svg')
    const asStyle = await heightsOf(places, 'span.frame')
    const actual = await heightsOf(page, '.frame')
    widgets.forEach(({ name, spec }, index) => {
      const [place = 0, style = 0, height = 0] = [reserved[index], asStyle[index], actual[index]]
      // Captions may reserve a line too many, and strips a scrollbar.
      const isEstimated = name.endsWith('below') || spec.layout === 'LIST_HORIZONTAL'
      const isCapped =
        spec.layout === 'LIST_VERTICAL' ||
        (spec.config?.aspectRatio === 'auto' && spec.layout !== 'GRID')
      const spare = place - height
      t.ok(spare > -1 && spare < (isEstimated ? 150 : 1), `${name} at ${width}: ${spare} spare`)
      const lower = style - place
      t.ok(
        isCapped ? lower > -1 : Math.abs(lower) < 1,
        `${name} at ${width}: the style as the picture, or higher: a frame limits nothing`,
      )
    })
  }
})

t.test(
  'a placeholder that is too high keeps its height in view and releases it out of view',
  async (t) => {
    const pasted = publish(bench.fixture.origin, 'shrunk', {
      layout: 'GRID',
      config: { columns: 2 },
    })
    bench.fixture.widgets.set('shrunk', { layout: 'GRID', config: { columns: 2 }, count: 2 })
    const rest = '<p>Below</p><div style="height:3000px"></div>'
    const heightOf = async (page: Page) => (await heightsOf(page, 'vitrine-widget'))[0] ?? 0
    const open = async () => {
      const page = await bench.visit({
        head: observe,
        body: `${forms.script(pasted)}${rest}${script}`,
        isScriptLate: true,
      })
      await ready(page)
      await painted(page)
      return page
    }
    const page = await open()
    t.equal(await page.evaluate('shift'), 0)
    t.ok((await heightOf(page)) > 1400, 'as high as three rows although there is one')
    await page.evaluate(() => scrollTo(0, 3000))
    await page.waitForFunction(
      () => (document.querySelector('vitrine-widget')?.clientHeight ?? 0) < 500,
    )
    const turned = await open()
    await turned.setViewportSize({ width: 800, height: 1000 })
    await turned.waitForFunction(
      () => (document.querySelector('vitrine-widget')?.clientHeight ?? 0) < 400,
    )
    t.pass('at another width it means nothing')
  },
)

t.test('rotating slides cause no layout shift', async (t) => {
  const shiftOf = async (transition: string) => {
    const page = await bench.open(
      {
        layout: 'CAROUSEL',
        count: 2,
        config: { autoplay: true, autoplaySpeed: 500, transitionDuration: 200, transition },
      },
      { before: observe + text, after: text },
    )
    // Layout shifts are reported with a delay.
    await page.evaluate('since = performance.now(); shift = 0')
    await page.evaluate(
      () =>
        new Promise<void>((wentRound) => {
          let turns = 0
          addEventListener('vitrine-slide', () => {
            if (++turns === 3) wentRound()
          })
        }),
    )
    return page.evaluate('shift')
  }
  t.strictSame(await Promise.all(['slide', 'fade'].map(shiftOf)), [0, 0])
})
