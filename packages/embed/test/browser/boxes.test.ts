import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { rgbaToThumbHash } from 'thumbhash'
import { layoutNames } from '../../src/published.js'
import { createBench, painted, pictured } from '../fixture/browser.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const context = { viewport: { width: 1000, height: 900 } }

/** The drawn sizes of the pictures: the boxes without their paddings. */
const drawnIn = (page: Page) =>
  page.locator('img').evaluateAll((all) =>
    all.map((image) => {
      const style = getComputedStyle(image)
      const { width, height } = image.getBoundingClientRect()
      const sides = (
        ...names: ('paddingTop' | 'paddingBottom' | 'paddingLeft' | 'paddingRight')[]
      ) => names.reduce((sum, name) => sum + Number.parseFloat(style[name]), 0)
      return {
        width: width - sides('paddingLeft', 'paddingRight'),
        height: height - sides('paddingTop', 'paddingBottom'),
      }
    }),
  )

/** A ThumbHash of a transparent picture whose visible parts have this grey. */
function clear(grey: number) {
  const rgba = new Uint8Array(16 * 16 * 4).fill(grey)
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = at % 8 === 3 ? 255 : 0
  return {
    placeholder: {
      color: '#c00000',
      thumbhash: Buffer.from(rgbaToThumbHash(16, 16, rgba)).toString('base64'),
    },
  }
}

t.test('no picture of a list or a grid is enlarged', async (t) => {
  // In the proportions of the fixture's pictures.
  const pictures = [
    { width: 120, height: 80 },
    {},
    { width: 300, height: 129 },
    { width: 60, height: 60 },
  ]
  for (const layout of layoutNames.filter((one) => !/CAROUSEL|SLIDER/.test(one))) {
    for (const config of [{}, { aspectRatio: '3/2' }, { aspectRatio: 'auto' }]) {
      const page = await bench.open({ layout, count: 4, pictures, config }, { context })
      const drawn = await drawnIn(page)
      for (const [index, { width = 9999, height = 9999 }] of pictures.entries()) {
        const one = drawn[index]
        const what = `${layout} ${JSON.stringify(config)} ${index}: ${JSON.stringify(one)}`
        t.ok(one && one.width <= width + 0.1 && one.height <= height + 0.1, what)
        t.ok(one && one.width > 20 && one.height > 20, what)
      }
      await page.close()
    }
  }
})

t.test('a vertical list is a column in the middle, and portraits are narrower', async (t) => {
  const boxesIn = (page: Page, what = 'img') =>
    page
      .locator(what)
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .map(({ left, width }) => [Math.round(left + width / 2), Math.round(width)]),
      )
  const pictures = [
    { width: 1200, height: 800 },
    { width: 800, height: 1000 },
    { width: 120, height: 80 },
  ]
  const spec: WidgetSpec = { layout: 'LIST_VERTICAL', count: 3, pictures }
  const open = (height: number, config = {}) =>
    bench.open({ ...spec, config }, { context: { viewport: { width: 1000, height } } })
  const page = await open(2000)
  const whole = [
    [500, 720],
    [500, 720],
    [500, 120],
  ]
  t.same(await boxesIn(page), whole)
  const low = await open(750)
  const narrow = [
    [500, 720],
    [500, 480],
    [500, 120],
  ]
  t.same(await boxesIn(low), narrow, 'no higher than 80 % of 750 px')
  t.same(await boxesIn(low, '.picture a'), narrow, 'a click beside a picture is not on it')
  const captioned = await open(750, { showCaptions: true })
  t.same(await boxesIn(captioned), narrow)
  const captions = await boxesIn(captioned, '.caption')
  t.same(captions.slice(0, 2), narrow.slice(0, 2), 'captions are as wide as their pictures')
  t.equal(captions[2]?.[0], 500)
  t.ok((captions[2]?.[1] ?? 0) > 120, 'or wider if those are small')
  const over = await open(750, { showCaptions: true, captionPosition: 'overlay' })
  t.same(await boxesIn(over, '.caption'), narrow, 'over a picture they are no wider')
})

t.test('a vertical list shows twelve pictures at first', async (t) => {
  const page = await bench.open({ layout: 'LIST_VERTICAL', count: 14 })
  t.equal(await page.locator('li:visible').count(), 12)
})

t.test('the next picture of a horizontal list is always seen', async (t) => {
  const page = await bench.open(
    { layout: 'LIST_HORIZONTAL', count: 3, config: { itemHeight: 400 } },
    { context: { viewport: { width: 390, height: 800 } } },
  )
  const widths = await page
    .locator('li')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))
  t.same(widths, [318, 318, 318], '85 % of 374')
  const alone = await bench.open(
    { layout: 'LIST_HORIZONTAL', count: 1, config: { itemHeight: 400 } },
    { context: { viewport: { width: 390, height: 800 } } },
  )
  t.equal(await alone.locator('li').evaluate((one) => one.getBoundingClientRect().width), 374)
})

t.test('the arrows of a horizontal list are in the middle of its pictures', async (t) => {
  for (const config of [{}, { itemWidth: 200, aspectRatio: '1/1' }]) {
    const page = await bench.open(
      { layout: 'LIST_HORIZONTAL', count: 8, config: { ...config, showCaptions: true } },
      { context },
    )
    const middles = await page.locator('.i0 img, .next').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    t.equal(middles[0], middles[1])
    t.equal(middles.length, 2)
  }
})

t.test('transparent pictures cover equal areas, with room around them', async (t) => {
  const sizes = [
    [900, 300],
    [600, 600],
    [400, 600],
  ] as const
  const pictures = sizes.map(([width, height]) => ({ ...clear(0), width, height }))
  const wide = ['GRID', 'MASONRY', 'LIST_HORIZONTAL', 'LIST_VERTICAL'] as const
  const places = [
    ...wide.map((layout) => ({ layout, width: 1000 })),
    { layout: 'LIST_VERTICAL' as const, width: 320 },
  ]
  for (const { layout, width } of places) {
    const viewport = { width, height: 900 }
    const page = await bench.open({ layout, count: 3, pictures }, { context: { viewport } })
    await painted(page)
    const drawn = await drawnIn(page)
    const areas = drawn.map(({ width, height }, index) => {
      // They are shown whole.
      const [w, h] = sizes[index] ?? [1, 1]
      const scale = Math.min(width / w, height / h)
      return scale * scale * w * h
    })
    t.ok(Math.max(...areas) < 1.5 * Math.min(...areas), `${layout}: ${areas.map(Math.round)}`)
    const boxes = await page
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    for (const [index, { width }] of drawn.entries()) {
      t.ok(width < 0.9 * (boxes[index] ?? 0), `${layout}: room beside ${index}`)
    }
  }
})

t.test(
  'transparent pictures have a ground that suits them, which the page may choose',
  async (t) => {
    const groundsIn = (page: Page) =>
      page
        .locator('img')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    const isNone = (colour = '') => /(, 0\)|\/ 0\))$/.test(colour)
    const open = (greys: number[], head: string, theme = {}) =>
      bench.open(
        { layout: 'GRID', count: greys.length, pictures: greys.map(clear), theme },
        { page: { head }, context },
      )
    const dark = '<style>body{background:#111;color:#eee}</style>'
    const black = await open([0, 128], dark)
    await pictured(black)
    const grounds = await groundsIn(black)
    t.notOk(isNone(grounds[0]), `a dark one on a dark page: ${grounds}`)
    t.equal(grounds[1], grounds[0], 'all of a widget have the same')
    const onLight = await open([0, 128], '')
    await pictured(onLight)
    t.ok((await groundsIn(onLight)).every(isNone), 'none on a light page')
    const white = await open([255], '')
    await pictured(white)
    t.notOk(isNone((await groundsIn(white))[0]), 'a light one on a light page')
    const both = await open([0, 255], dark)
    await pictured(both)
    t.same((await groundsIn(both)).map(isNone), [false, true], 'each its own if they differ')
    const own = await open([0], dark, { imageBackground: '#ff0000' })
    await pictured(own)
    t.same(await groundsIn(own), ['rgb(255, 0, 0)'])
  },
)
