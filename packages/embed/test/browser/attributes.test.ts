import t from '@vitrine/testing/t'
import { reservedPlace } from '../../src/reserved-space/reservation.js'
import { createBench, painted, pasted, ready } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'
import { observe } from '../stability/check.js'

/* What a page may say and change with attributes, and children of the element. */

const bench = await createBench(t)
const { fixture } = bench
const spec: WidgetSpec = { layout: 'CAROUSEL', config: { showDots: false, aspectRatio: '16/9' } }

t.test('the labels follow the language of the element and of the page', async (t) => {
  const page = await bench.open(spec)
  const next = (name: string) => page.getByRole('button', { name }).waitFor()
  await next('Next picture')
  await page.evaluate(() => {
    document.documentElement.lang = 'de'
  })
  await next('Nächstes Bild')
  const widget = page.locator('vitrine-widget')
  await widget.evaluate((element) => element.setAttribute('lang', 'fr'))
  await next('Image suivante')
  await widget.evaluate((element) => element.remove())
  const asked = () => fixture.requests.filter((path) => path.startsWith('/api/v1/widgets/')).length
  const before = asked()
  await page.evaluate(() => {
    document.documentElement.lang = 'es'
  })
  await painted(page)
  t.equal(asked(), before, 'an element that is no longer in the page follows nothing')
})

t.test('a carousel turns with the direction of the element and of the page', async (t) => {
  const page = await bench.open(spec)
  const widget = page.locator('vitrine-widget')
  const left = () =>
    page.waitForFunction(() => {
      const root = document.querySelector('vitrine-widget')?.shadowRoot
      const [next, frame] = ['.next', '.frame'].map((one) =>
        root?.querySelector(one)?.getBoundingClientRect(),
      )
      return !!next && !!frame && next.left < frame.left + frame.width / 2
    })
  const turn = async () => {
    const told = page.evaluate(
      () =>
        new Promise((resolve) =>
          addEventListener('vitrine-slide', (event) => resolve((event as CustomEvent).detail), {
            once: true,
          }),
        ),
    )
    await page.evaluate(() => document.querySelector('vitrine-widget')?.next())
    return told
  }
  await widget.evaluate((element) => element.setAttribute('dir', 'rtl'))
  await left()
  await ready(page)
  t.match(await turn(), { index: 1 })
  await widget.evaluate((element) => element.removeAttribute('dir'))
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await left()
  t.pass('by the page, too')
})

t.test('the place of a bare element is that of its ratio', async (t) => {
  const slug = 'ratio'
  fixture.widgets.set(slug, spec)
  const page = await bench.visit({
    // As its documentation says: until the script has come, the page keeps the place.
    head: `${observe}<style>vitrine-widget:not(:defined){display:block;aspect-ratio:16/9}</style>`,
    body: `${pasted(slug, 'ratio="16/9"').replace(/<a.*a>/, '')}<p>Below</p>`,
    isScriptLate: true,
  })
  await ready(page)
  await painted(page)
  t.equal(await page.evaluate('shift'), 0)
  fixture.faults.set('refused', 404)
  const refused = await bench.visit({
    body: pasted('refused', 'ratio="2/1"').replace(/<a.*a>/, ''),
  })
  await refused.waitForFunction(
    () => document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('slot') !== null,
  )
  const { width, height } = await refused
    .locator('vitrine-widget')
    .evaluate((one) => one.getBoundingClientRect().toJSON())
  t.equal(Math.round(width), Math.round(2 * height), 'kept where nothing is shown')
})

t.test('an element that a framework adds keeps the place that it has as a child', async (t) => {
  for (const layout of ['CAROUSEL', 'GRID', 'MASONRY', 'LIST_VERTICAL'] as const) {
    const slug = `place-${layout}`
    fixture.widgets.set(slug, { layout })
    const place = reservedPlace(publish(fixture.origin, slug, { layout }))
    const page = await bench.visit({ head: observe, body: '<div id="root"></div><p>Below</p>' })
    await page.evaluate(
      ({ html, script }) =>
        new Promise<void>((shown) => {
          const root = document.querySelector('#root')
          if (root) root.innerHTML = html
          // A component loads the script after it was drawn.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              Object.assign(window, { since: performance.now(), shift: 0 })
              addEventListener('vitrine-ready', () => shown(), { once: true })
              import(script)
            }),
          )
        }),
      {
        html: `<vitrine-widget slug="${slug}" api-key="pk_test" layout="${layout}">${place}</vitrine-widget>`,
        script: '/embed/v1.js',
      },
    )
    await painted(page)
    t.equal(await page.evaluate('shift'), 0, layout)
  }
})

t.test('widgets of a layout share its stylesheet', async (t) => {
  const page = await bench.visit({ body: pasted('a').repeat(2) + pasted('b') })
  for (const slug of ['a', 'b']) fixture.widgets.set(slug, { layout: 'GRID' })
  await page.reload()
  await ready(page)
  const shared = await page.evaluate(() => {
    const sheets = [...document.querySelectorAll('vitrine-widget')].map(
      ({ shadowRoot }) => shadowRoot?.adoptedStyleSheets ?? [],
    )
    return [0, 1, 2].map((at) => new Set(sheets.map((list) => list[at])).size)
  })
  t.strictSame(shared, [1, 1, 1])
})
