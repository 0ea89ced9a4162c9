import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { labelsFor } from '../../src/labels/all.js'
import type { Published } from '../../src/published.js'
import type {
  renderElement as RenderElement,
  renderSnippet as RenderSnippet,
} from '../../src/render.js'
import { reservation } from '../../src/reserved-space/reservation.js'
import { type Bench, painted, ready } from '../fixture/browser.js'
import { pause } from '../fixture/server.js'
import { publish } from '../fixture/widgets.js'
import type { allWidgets } from './widgets.js'

type Server = { renderElement: typeof RenderElement; renderSnippet: typeof RenderSnippet }
const { renderElement, renderSnippet }: Server = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

const nonce = 'abc'
export const script = `<script type="module" nonce="${nonce}" src="/embed/v1.js"></script>`
/** Chromium's cumulative layout shift from the first paint on, and the elements that moved. */
export const observe = `<script nonce="${nonce}">
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
/** Forgets what moved while the page arrived: a text that lies on the bottom of a picture grows with each packet. */
const fromParsed = `<script nonce="${nonce}">
  document.addEventListener('readystatechange', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => {
      since = performance.now()
      shift = 0
      moved.clear()
    })), { once: true })
</script>`
export const text = '<p>One line of text.</p>'.repeat(8)

const apiKey = 'pk_test'
export const forms = {
  script: (published: Published) => renderElement(published, { apiKey }),
  snippet: (published: Published) =>
    renderSnippet(published, { labels: labelsFor('en'), apiKey, nonce }),
}
const strict = `default-src 'self'; style-src 'self' 'nonce-${nonce}'; script-src 'nonce-${nonce}' 'strict-dynamic'`

const pages = {
  narrow: { where: 'at 360', width: 360, headers: {} },
  wide: { where: 'at 1000', width: 1000, headers: {} },
  strict: {
    where: 'at 700, where styles are forbidden',
    width: 700,
    headers: { 'content-security-policy': strict },
  },
}

export const everyPage = Object.entries(forms).flatMap(([form, render]) =>
  Object.values(pages).map((page) => ({ ...page, form, render })),
)

/** Both forms, and each page of them. */
export const somePages = everyPage.filter(
  ({ form, width }) => (form === 'script') === (width === pages.narrow.width),
)

type Scope = {
  widgets: typeof allWidgets
  pages: typeof everyPage
  /** At which placeholders are compared with widgets. */
  widths: readonly number[]
}

/** Nothing moves while widgets load. */
export function checkStability(t: Test, bench: Bench, { widgets, pages, widths }: Scope): void {
  const shown = widgets.map(({ name, spec }, number) => {
    bench.fixture.widgets.set(`stable-${number}`, spec)
    return { name, spec, published: publish(bench.fixture.origin, `stable-${number}`, spec) }
  })

  for (const { form, render, where, width, headers } of pages) {
    t.test(`the ${form} causes no layout shift, in any layout, ${where}`, async (t) => {
      const body = shown.map(({ name, published }) => `${render(published)}<p>Below ${name}</p>`)
      const page = await bench.visit(
        {
          head: observe + fromParsed,
          body: `${text}${body.join('')}${script}`,
          headers,
          isScriptLate: true,
        },
        // High enough to show everything.
        { viewport: { width, height: 1200 * shown.length } },
      )
      await ready(page)
      await isStill(t, page)
    })
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
    const overlaid = shown.filter(({ name }) => name.endsWith('overlay'))
    const bits = overlaid
      .map(({ published }) => forms.snippet(published))
      .join(text)
      .replaceAll(/(?=<div class="(slide|ring)")|(?=<li)|(?=<\/vitrine)/g, pause)
    const centred = publish(bench.fixture.origin, 'centred', {
      layout: 'CAROUSEL',
      config: { aspectRatio: 'auto', showCaptions: true },
    })
    const captioned = forms.snippet(centred).replace('<div class="caption"', `${pause}$&`)
    const page = await bench.visit(
      { head: observe + askForMore, body: text + bits + text + captioned },
      { viewport: { width: 1000, height: 1500 * (overlaid.length + 1) } },
    )
    await isStill(t, page)
  })

  t.test('the placeholder is as high as the widget, at every width', async (t) => {
    const places = await bench.visit({
      body: shown
        .map(
          ({ published }) =>
            `${forms.script(published)}<span class="frame" style="${reservation(published)}"></span>`,
        )
        .join(''),
    })
    const page = await bench.visit({
      body: `${shown.map(({ published }) => forms.script(published)).join('')}${script}`,
    })
    await ready(page)
    for (const width of widths) {
      for (const one of [places, page]) await one.setViewportSize({ width, height: 800 })
      await painted(page)
      const reserved = await heightsOf(places, 'svg')
      const asStyle = await heightsOf(places, 'span.frame')
      const actual = await heightsOf(page, '.frame')
      shown.forEach(({ name, spec }, index) => {
        const [place = 0, style = 0, height = 0] = [reserved[index], asStyle[index], actual[index]]
        // Captions and headers may reserve a line too many, and strips a scrollbar.
        const isEstimated =
          name.endsWith('below') ||
          'header' in (spec.config ?? {}) ||
          spec.layout === 'LIST_HORIZONTAL'
        const ratio = spec.config?.aspectRatio ?? 'auto'
        const isCapped = /^(LIST_V|[CS])/.test(spec.layout) && ratio === 'auto'
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
}

async function isStill(t: Test, page: Page): Promise<void> {
  await painted(page)
  t.strictSame(await page.evaluate('[...moved]'), [])
  t.equal(await page.evaluate('shift'), 0)
}

export const heightsOf = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
