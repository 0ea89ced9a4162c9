import { randomBytes } from 'node:crypto'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { labelsFor } from '../../src/labels/all.js'
import { type Asset, layoutNames } from '../../src/published.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, painted, pasted, ready } from '../fixture/browser.js'
import { render, sized } from '../fixture/pictures.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)
const script = '<script type="module" src="/embed/v1.js"></script>'

/** The placeholder of a picture of the fixture. */
async function placeholderOf(number: number): Promise<NonNullable<Asset['placeholder']>> {
  const small = sharp(await render(number, 320)).resize(64, 64, { fit: 'inside' })
  const { data, info } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { color: colors[number] ?? '#808080', thumbhash: Buffer.from(hash).toString('base64') }
}
const colors = ['#6f7fa8', '#a9c2b8', '#123b45', '#d98a4b', '#7a4d7d', '#a8bdd6']
const placeholders = await Promise.all(colors.map((_, number) => placeholderOf(number)))
const pictures = placeholders.map((placeholder) => ({ placeholder }))

/** Pictures of this page do not arrive before they are released. */
async function hold(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/deliver/**', async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return release
}

/** Opens a page whose pictures wait, and returns it with what lets them go. */
async function openHeld(body: string, headers: Record<string, string> = {}) {
  const page = await bench.visit({ body: '' })
  const release = await hold(page)
  const reports: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    // The icon of the fixture's pages is a data URL.
    const isOurs = /Content Security Policy|Trusted/.test(text) && !text.includes("'data:,'")
    if (isOurs) reports.push(text)
  })
  const path = `/held-${randomBytes(4).toString('hex')}`
  bench.fixture.pages.set(path, { body, headers })
  await page.goto(bench.fixture.origin + path, { waitUntil: 'commit' })
  await ready(page)
  return { page, release, reports }
}

const backgrounds = (page: Page, property: string) =>
  page.evaluate(
    `[...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img')].map((one) => getComputedStyle(one).${property})`,
  ) as Promise<string[]>

const rgbOf = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

const shown = (page: Page) =>
  page.waitForFunction(
    `[...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img.loaded')].length > 0`,
  )

t.test('a picture has its colour, then a blur, until it has loaded, in every layout', async (t) => {
  for (const layout of layoutNames) {
    const slug = `painted-${layout}`
    bench.fixture.widgets.set(slug, { layout, pictures })
    const { page, release } = await openHeld(pasted(slug))
    await painted(page)
    t.same(await backgrounds(page, 'backgroundColor'), colors.map(rgbOf), layout)
    await page.waitForFunction(
      `[...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img')].every((one) => getComputedStyle(one).backgroundImage.split('radial-gradient').length === 10)`,
    )
    release()
    await shown(page)
    const first = `getComputedStyle(document.querySelector('vitrine-widget').shadowRoot.querySelector('.loaded'))`
    t.equal(await page.evaluate(`${first}.backgroundColor`), 'rgba(0, 0, 0, 0)', layout)
    t.equal(await page.evaluate(`${first}.backgroundImage`), 'none', layout)
    await page.context().close()
  }
})

t.test('nothing moves, and nothing else is loaded', async (t) => {
  const spec: WidgetSpec = { layout: 'GRID', pictures }
  const requestsOf = async (one: WidgetSpec, slug: string) => {
    bench.fixture.widgets.set(slug, one)
    bench.fixture.requests.length = 0
    const { page, release } = await openHeld(pasted(slug))
    release()
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(`new Promise((told) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value })
        .observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => requestAnimationFrame(() => told(sum)))
    })`)
    t.equal(shifts, 0, slug)
    return bench.fixture.requests.filter((path) => !/page|held|widgets/.test(path)).sort()
  }
  t.same(await requestsOf(spec, 'painted'), await requestsOf({ layout: 'GRID' }, 'unpainted'))
})

t.test('a page whose policy forbids inline styles reports nothing', async (t) => {
  const slug = 'strict'
  bench.fixture.widgets.set(slug, { layout: 'MASONRY', pictures })
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; require-trusted-types-for 'script'"
  const headers = { 'content-security-policy': policy }
  const { page, reports } = await openHeld(pasted(slug), headers)
  await painted(page)
  t.same(await backgrounds(page, 'backgroundColor'), colors.map(rgbOf))
  t.same(reports, [])
})

t.test('pictures are blurred beside ones without a placeholder, such as the first', async (t) => {
  const [, , ...rest] = pictures
  for (const none of [{ placeholder: null }, {}]) {
    const spec: WidgetSpec = { layout: 'GRID', pictures: [none, none, ...rest] }
    const slug = `gaps-${Object.keys(none)}`
    bench.fixture.widgets.set(slug, spec)
    const { page, release } = await openHeld(pasted(slug))
    await page.waitForFunction(
      `[...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img')].slice(2).every((one) => getComputedStyle(one).backgroundImage.split('radial-gradient').length === 10)`,
    )
    t.same((await backgrounds(page, 'backgroundImage')).slice(0, 2), ['none', 'none'], 'no blur')
    release()
    await page.context().close()
  }
})

t.test('a snippet is painted by its own markup: nothing is requested for it', async (t) => {
  const requestsOf = async (spec: WidgetSpec) => {
    bench.fixture.widgets.set('asked', spec)
    const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
    const body = renderSnippet(publish(bench.fixture.origin, 'asked', spec), options)
    bench.fixture.requests.length = 0
    const { page, release } = await openHeld(body + script)
    release()
    await page.waitForLoadState('networkidle')
    await page.context().close()
    // A picture may be asked for twice, by its preload in the head and by its element.
    return [...new Set(bench.fixture.requests)].filter((path) => !/page|held/.test(path)).sort()
  }
  t.same(await requestsOf({ layout: 'GRID', pictures }), await requestsOf({ layout: 'GRID' }))
})

t.test('a snippet without a script has its blurred pictures and colours', async (t) => {
  const spec: WidgetSpec = { layout: 'MASONRY', pictures }
  const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
  const body = renderSnippet(publish(bench.fixture.origin, 'unscripted', spec), options)
  const page = await bench.visit({ body: '' }, { javaScriptEnabled: false })
  const release = await hold(page)
  const path = `/held-${randomBytes(4).toString('hex')}`
  bench.fixture.pages.set(path, { body })
  await page.goto(bench.fixture.origin + path, { waitUntil: 'commit' })
  await page.waitForSelector('vitrine-widget img >> nth=5', { state: 'attached' })
  t.same(await backgrounds(page, 'backgroundColor'), colors.map(rgbOf))
  for (const image of await backgrounds(page, 'backgroundImage')) {
    t.equal(image.split('radial-gradient').length - 1, 9)
  }
  release()
})

t.test('a snippet shows blurred pictures, before and after the script takes it over', async (t) => {
  const spec: WidgetSpec = { layout: 'GRID', pictures }
  bench.fixture.widgets.set('blurred', spec)
  const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
  const body = renderSnippet(publish(bench.fixture.origin, 'blurred', spec), options)
  const { page, release } = await openHeld(body + script)
  await painted(page)
  for (const image of await backgrounds(page, 'backgroundImage')) {
    t.equal(image.split('radial-gradient').length - 1, 9)
  }
  release()
  await shown(page)
  const first = `document.querySelector('vitrine-widget').shadowRoot.querySelector('.loaded')`
  t.equal(await page.evaluate(`getComputedStyle(${first}).backgroundImage`), 'none')
})

t.test(
  'a picture with transparency has no colour and no blur, so nothing shows through it',
  async (t) => {
    const rgba = new Uint8Array(16 * 16 * 4).fill(200)
    const thumbhash = Buffer.from(rgbaToThumbHash(16, 16, rgba)).toString('base64')
    const spec: WidgetSpec = {
      layout: 'GRID',
      count: 1,
      pictures: [{ placeholder: { color: '#c8c8c8', thumbhash } }],
    }
    const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
    const html = renderSnippet(publish(bench.fixture.origin, 'clear', spec), options)
    t.notMatch(html, /radial-gradient|#c8c8c8/)
  },
)

t.test('the place of a picture with transparency is neutral until it has loaded', async (t) => {
  for (const layout of layoutNames) {
    const pictures = Array(2).fill(sized(900, 225, true))
    bench.fixture.widgets.set(`clear-${layout}`, { layout, count: 2, pictures })
    let letCome = () => {}
    const isSeen = new Promise<void>((seen) => {
      letCome = seen
    })
    const page = await bench.visit({ body: '' })
    await page.route('**/deliver/**', (route) => isSeen.then(() => route.continue()))
    await page.setContent(pasted(`clear-${layout}`, `base-url="${bench.fixture.origin}"`))
    await ready(page)
    const image = page.locator('img').first()
    const isPainted = () =>
      image.evaluate((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one)
        return backgroundImage !== 'none' || !/(\/|,) 0\)$/.test(backgroundColor)
      })
    t.ok(await isPainted(), layout)
    letCome()
    await page.waitForFunction(
      "document.querySelector('vitrine-widget').shadowRoot.querySelector('img.loaded')",
    )
    t.notOk(await isPainted(), layout)
  }
})

t.test('a colour that is none, or a hash that is none, changes nothing', async (t) => {
  for (const placeholder of [
    { color: 'red}*{display:none}', thumbhash: '' },
    { color: 'url(//x.example)', thumbhash: 'AAAA' },
    null,
  ]) {
    const spec: WidgetSpec = { layout: 'GRID', count: 1, pictures: [{ placeholder }] }
    const options = { labels: labelsFor('en'), apiKey: 'pk_test' }
    const html = renderSnippet(publish(bench.fixture.origin, 'bad', spec), options)
    t.notMatch(html, /\*\{display:none|x\.example|radial-gradient/)
  }
})
