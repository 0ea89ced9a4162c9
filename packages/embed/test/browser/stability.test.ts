import type { Page } from 'playwright-core'
import t from 'tap'
import { labelsFor } from '../../src/labels/all.js'
import { layoutNames } from '../../src/published.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { reservation } from '../../src/reservation.js'
import { createBench, pasted, ready } from '../fixture/browser.js'
import { publish } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)
/** Chromium's own measure, from the first paint on. */
const observe = `<script>
  window.shift = 0
  window.since = 0
  new PerformanceObserver((list) => {
    for (const { startTime, value } of list.getEntries()) if (startTime >= since) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
</script>`
const text = '<p>One line of text.</p>'.repeat(8)
const shiftOf = async (page: Page) => {
  await ready(page)
  await page.waitForLoadState('networkidle')
  // What was painted last is told of after the next frame.
  await page.evaluate(
    () => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told))),
  )
  return page.evaluate<number>('shift')
}

t.test('nothing moves when the script takes the snippet over', async (t) => {
  for (const layout of layoutNames) {
    const spec = { layout, config: { showCaptions: true, autoplay: true, lightbox: true } }
    bench.fixture.widgets.set(layout, spec)
    const published = publish(bench.fixture.origin, layout, spec)
    const snippet = renderSnippet(published, { labels: labelsFor('en'), apiKey: 'pk_test' })
    const script = '<script type="module" src="/embed/v1.js"></script>'
    for (const width of [360, 1000]) {
      const page = await bench.visit(
        { head: observe, body: `${text}${snippet}${text}${script}` },
        { viewport: { width, height: 900 } },
      )
      t.equal(await shiftOf(page), 0, `${layout} at ${width}`)
    }
  }
})

t.test('nothing moves while slides go round', async (t) => {
  for (const transition of ['slide', 'fade']) {
    const page = await bench.open(
      {
        layout: 'CAROUSEL',
        count: 3,
        config: { autoplay: true, autoplaySpeed: 500, transitionDuration: 200, transition },
      },
      { before: observe + text, after: text },
    )
    // What is told of late was before.
    await page.evaluate('since = performance.now(); shift = 0')
    await page.evaluate(
      () =>
        new Promise<void>((wentRound) => {
          let turns = 0
          addEventListener('vitrine-slide', () => {
            if (++turns === 5) wentRound()
          })
        }),
    )
    t.equal(await page.evaluate('shift'), 0, transition)
  }
})

t.test('with its place reserved nothing moves when the element fills it', async (t) => {
  for (const [layout, config] of [
    ['CAROUSEL', {}],
    ['CAROUSEL', { showDots: false, aspectRatio: '4/3' }],
    ['SLIDER', { aspectRatio: '21/9' }],
    ['GRID', { columns: 3 }],
    ['LIST_VERTICAL', {}],
  ] as const) {
    const spec = { layout, config, theme: { padding: 10 } }
    bench.fixture.widgets.set('reserved', spec)
    const style = reservation(publish(bench.fixture.origin, 'reserved', spec))
    for (const width of [360, 1000]) {
      const page = await bench.visit(
        { head: observe, body: `${text}${pasted('reserved', `style="${style}"`)}${text}` },
        { viewport: { width, height: 900 } },
      )
      t.equal(await shiftOf(page), 0, `${layout} ${JSON.stringify(config)} at ${width}`)
    }
  }
})
