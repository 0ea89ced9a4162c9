import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { labelsFor } from '../../src/labels/all.js'
import { layoutNames } from '../../src/published.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, pasted, ready } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

const pictures = [{ focalPoint: { x: 0.25, y: 1 } }, { focalPoint: null }]
const focused = '25% 100%'
const centred = '50% 50%'
const positionOf = (page: Page, picture: string) =>
  page
    .locator(picture)
    .first()
    .evaluate((image) => getComputedStyle(image).objectPosition)

t.test('a picture that is cropped shows its focal point, in every layout', async (t) => {
  const config = { aspectRatio: '1/1', lightbox: false, infinite: false }
  for (const layout of layoutNames) {
    bench.fixture.widgets.set(layout, { layout, config, count: 2, pictures })
  }
  const page = await bench.visit({ body: layoutNames.map((layout) => pasted(layout)).join('') })
  await ready(page)
  for (const [number, layout] of layoutNames.entries()) {
    const widget = `vitrine-widget >> nth=${number} >> `
    t.equal(await positionOf(page, `${widget}img[src*="/project/0?"]`), focused, layout)
    t.equal(await positionOf(page, `${widget}img[src*="/project/1?"]`), centred, layout)
  }
})

t.test('so it does in a snippet, without a script or an inline style', async (t) => {
  const spec: WidgetSpec = { layout: 'GRID', config: { lightbox: false }, count: 2, pictures }
  bench.fixture.widgets.set('focused', spec)
  const labels = labelsFor('en')
  const published = publish(bench.fixture.origin, 'focused', spec)
  const body = renderSnippet(published, { labels, apiKey: 'pk_test' })
  t.notMatch(body, /<img[^>]* style=/)
  const page = await bench.visit({ body }, { javaScriptEnabled: false })
  t.equal(await positionOf(page, 'img[src*="/project/0?"]'), focused)
  t.equal(await positionOf(page, 'img[src*="/project/1?"]'), centred)
})

t.test('a picture that is shown whole stays in the middle of its frame', async (t) => {
  const whole: WidgetSpec[] = [
    { layout: 'GRID', config: { objectFit: 'contain' }, count: 2, pictures },
    { layout: 'LIST_VERTICAL', count: 2, pictures },
  ]
  for (const spec of whole) {
    const page = await bench.open(spec)
    t.equal(await positionOf(page, 'img[src*="/project/0?"]'), centred, spec.layout)
    await page.close()
  }
  const config = { lightbox: true }
  const page = await bench.open({ layout: 'GRID', config, count: 2, pictures })
  await ready(page)
  await page.locator('a.open').first().click()
  await page.getByRole('dialog').waitFor()
  t.equal(await positionOf(page, 'dialog img[src*="/project/0?"]'), centred)
})
