import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { labelsFor } from '../../src/labels/all.js'
import { layoutNames } from '../../src/published.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, ready } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)
const config = { lightbox: true, showCaptions: true, autoplay: true }
const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
const script = '<script type="module" src="/embed/v1.js"></script>'

const snippetOf = (slug: string, spec: WidgetSpec) => {
  bench.fixture.widgets.set(slug, spec)
  return renderSnippet(publish(bench.fixture.origin, slug, spec), options)
}

t.test('without a script, the snippet shows every picture, caption and link', async (t) => {
  const body = layoutNames.map((layout) => snippetOf(`still-${layout}`, { layout, config }))
  const page = await bench.visit({ body: body.join('') }, { javaScriptEnabled: false })
  for (const [number, layout] of layoutNames.entries()) {
    const widget = page.locator('vitrine-widget').nth(number)
    t.equal(await widget.locator('img').count(), 6, layout)
    t.equal(await widget.locator('a[href*="/deliver/"]').count(), 6, layout)
    t.ok(await widget.getByText('Dawn behind blue').first().isVisible(), layout)
  }
  t.equal(await page.locator('button:visible').count(), 0, 'no control without a function')
})

t.test('the script takes over the existing markup and keeps every node', async (t) => {
  const body = layoutNames.map((layout) => snippetOf(`taken-${layout}`, { layout, config }))
  const keep = `<script>
    window.kept = [...document.querySelectorAll('vitrine-widget')]
      .map(({ shadowRoot }) => [...shadowRoot.querySelectorAll('img')])
    window.areKept = () => kept.map((pictures) => pictures.every((one) => one.isConnected))
  </script>`
  const page = await bench.visit({ body: body.join('') + keep + script })
  await ready(page)
  t.strictSame(
    await page.evaluate('areKept()'),
    layoutNames.map(() => true),
  )
  t.strictSame(
    await page.evaluate('kept.map(({ length }) => length)'),
    layoutNames.map(() => 6),
  )
})

t.test('no picture far below the fold is fetched, even when the script takes over', async (t) => {
  const body = snippetOf('below', { layout: 'CAROUSEL', count: 8, config: { autoplay: true } })
  bench.fixture.requests.length = 0
  const page = await bench.visit({ body: `<div style="height:9000px"></div>${body}${script}` })
  await ready(page)
  await page.waitForLoadState('networkidle')
  // Snippets are meant for the top of a page, so they preload the first picture.
  t.ok(bench.fixture.requests.filter((path) => path.includes('/deliver/')).length <= 1)
})

t.test('a widget changed since is shown in its current version', async (t) => {
  const body = snippetOf('changed', { layout: 'GRID', count: 3 })
  bench.fixture.widgets.set('changed', { layout: 'GRID', count: 5 })
  const page = await bench.visit({ body: body + script })
  await ready(page)
  t.equal(await page.locator('img').count(), 5)
})

t.test('a withdrawn widget is removed; one that cannot be fetched stays', async (t) => {
  for (const [status, count] of [
    [404, 0],
    [401, 0],
    [500, 6],
  ] as const) {
    const body = snippetOf(`withdrawn-${status}`, { layout: 'GRID' })
    bench.fixture.faults.set(`withdrawn-${status}`, status)
    const head =
      '<script>const told = new Promise((done) => addEventListener("vitrine-error", done))</script>'
    const page = await bench.visit({ head, body: body + script })
    await page.evaluate('told.then(() => {})')
    t.equal(await page.locator('vitrine-widget img:visible').count(), count, `${status}`)
  }
})

t.test('a tenant’s texts are escaped in the snippet', async (t) => {
  const evil = '</style></template><script>document.title = "run"</script>'
  const spec: WidgetSpec = {
    layout: 'CAROUSEL',
    config: { ariaLabel: evil, labels: { next: evil } },
    theme: { fontFamily: evil, backgroundColor: evil },
  }
  const page = await bench.visit({ body: snippetOf('evil', spec) })
  t.equal(await page.title(), 'Test')
  t.equal(await page.getByRole('region').getAttribute('aria-label'), evil)
})

t.test('the server build is a single file', async (t) => {
  const source = await readFile(new URL('../../dist/server.js', import.meta.url), 'utf8')
  t.notMatch(source, /^import /m)
})
