import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { layoutNames } from '../../src/published.js'
import { createBench, painted, pasted, ready } from '../fixture/browser.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const long = 'A caption that tells at length what is to be seen, and when, and why. '.repeat(8)
const pictures = [{ caption: long }, { caption: 'Short' }, { caption: long, altText: long }]
const config = { showCaptions: true, slidesPerView: 2 }
const context = { viewport: { width: 700, height: 900 } }
const openCaptioned = (spec: WidgetSpec) =>
  bench.open({ count: 3, pictures, ...spec, config: { ...config, ...spec.config } }, { context })

/** The heights of the captions' texts in lines, and whether a part of another line is seen. */
const linesOf = (page: Page, widget = 0) =>
  page
    .locator(`vitrine-widget >> nth=${widget} >> .clip`)
    .evaluateAll((clips) =>
      clips.map((clip) => Number((clip.getBoundingClientRect().height / (14 * 1.45)).toFixed(1))),
    )

t.test('captions have two lines at most, in every layout', async (t) => {
  for (const layout of layoutNames)
    bench.fixture.widgets.set(layout, { layout, config, count: 3, pictures })
  const page = await bench.visit({ body: layoutNames.map((one) => pasted(one)).join('') }, context)
  await ready(page)
  await painted(page)
  for (const [number, layout] of layoutNames.entries()) {
    t.same(await linesOf(page, number), [2, 1, 2], layout)
  }
})

for (const layout of ['GRID', 'MASONRY', 'LIST_VERTICAL', 'CAROUSEL'] as const) {
  t.test(
    `a button shows all of a caption in ${layout}, and only what is below moves`,
    async (t) => {
      const page = await openCaptioned({ layout, config: { infinite: false } })
      const more = page.locator('.rest')
      await more.first().waitFor()
      t.equal(
        await page.locator('.clip').nth(1).locator('button').count(),
        0,
        'none for a short one',
      )
      const before = await linesOf(page)
      await more.first().focus()
      await page.keyboard.press('Enter')
      await painted(page)
      const [first = 0, ...others] = await linesOf(page)
      t.ok(first > 3, `${first} lines`)
      t.same(others, before.slice(1), 'the others keep their lines')
      const focused = await page.evaluate(
        () => document.querySelector('vitrine-widget')?.shadowRoot?.activeElement?.textContent,
      )
      t.equal(focused, long, 'the focus stays with the caption')
      const boxes = await page.locator('.captioned').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          return { left, right, top, bottom }
        }),
      )
      const overlaps = boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          ),
      )
      t.same(overlaps, [], 'nothing lies over it')
    },
  )
}

t.test('a caption that fits in a wider place has no button there', async (t) => {
  const caption = 'Some words for two lines in a narrow place, and then a few more of them'
  const page = await bench.open(
    { layout: 'GRID', count: 2, pictures: [{ caption }, {}], config },
    { context: { viewport: { width: 320, height: 900 } } },
  )
  await page.locator('.rest').waitFor()
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.locator('.rest').waitFor({ state: 'detached' })
  t.pass()
})

t.test('captions on hover appear under the pointer and on focus', async (t) => {
  const spec: WidgetSpec = { layout: 'GRID', config: { captionOn: 'hover' } }
  const opacities = (page: Page) =>
    page
      .locator('.caption')
      .evaluateAll((all) => all.map((one) => Number(getComputedStyle(one).opacity)))
  const still = { reducedMotion: 'reduce' as const }
  const open = (own: WidgetSpec['config'], more = {}) =>
    bench.open(
      { ...spec, count: 3, pictures, config: { ...config, ...spec.config, ...own } },
      { context: { ...context, ...still, ...more } },
    )
  const page = await open({})
  t.same(await opacities(page), [0, 0, 0])
  await page.locator('img').nth(1).hover()
  t.same(await opacities(page), [0, 1, 0])
  await page.locator('a.open').nth(2).focus()
  t.same(await opacities(page), [0, 1, 1])
  const plain = await open({ lightbox: false })
  await plain.keyboard.press('Tab')
  t.same(await opacities(plain), [1, 0, 0], 'pictures without a link take the focus')
  const touch = await open({}, { hasTouch: true, isMobile: true })
  t.same(await opacities(touch), [1, 1, 1], 'they are always shown where nothing can hover')
})
