import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { labelsFor } from '../../src/labels/all.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, painted, pasted, pictured, ready } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

type Box = { x: number; y: number; width: number; height: number }

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
const fitsOf = (page: Page) =>
  page.locator('img').evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit))
const isClose = (one = Number.NaN, other = Number.NaN) => Math.abs(one - other) < 1

/** Opens the widget's snippet where no script runs. */
async function openWritten(spec: WidgetSpec): Promise<Page> {
  const published = publish(bench.fixture.origin, 'written', spec)
  const body = renderSnippet(published, { labels: labelsFor('en'), apiKey: 'pk_test' })
  return bench.visit({ body }, { javaScriptEnabled: false })
}

const more = { name: 'Show more' }
for (const [layout, first] of [
  ['GRID', 400],
  ['MASONRY', 410],
  ['LIST_VERTICAL', 420],
] as const) {
  const spec: WidgetSpec = { layout, count: 8, first, config: { loadMore: 3 } }

  t.test(`a ${layout} shows more pictures when it is asked to`, async (t) => {
    const page = await bench.open(spec, { after: '<p>Below</p>' })
    const shown = page.locator('li:visible')
    const button = page.getByRole('button', more)
    await pictured(page)
    t.equal(await shown.count(), 3)
    const isRequested = (number: number) =>
      bench.fixture.requests.some((path) => path.endsWith(`/deliver/project/${number}`))
    t.ok(isRequested(first + 2))
    t.notOk(isRequested(first + 7), 'hidden pictures are not fetched')

    await button.click()
    t.equal(await shown.count(), 6)
    await button.click()
    t.equal(await shown.count(), 8)
    t.equal(await button.count(), 0, 'nothing is left to ask for')
    const focused = await page.evaluate(() => {
      const link = document.querySelector('vitrine-widget')?.shadowRoot?.activeElement
      return link?.closest('li')?.className
    })
    t.equal(focused, 'i6', 'the focus moves to the first new picture')

    const [list] = await boxesOf(page, 'vitrine-widget')
    const [below] = await boxesOf(page, 'p')
    const ends = (await boxesOf(page, 'li')).map(({ y, height }) => y + height)
    t.ok(isClose(Math.max(...ends), (list?.y ?? 0) + (list?.height ?? 0)), 'the widget is as high')
    t.ok((below?.y ?? 0) >= Math.max(...ends), 'nothing overlaps')
  })

  t.test(`a ${layout} shows all of them without a script`, async (t) => {
    const page = await openWritten(spec)
    t.equal(await page.locator('li:visible').count(), 8)
    t.equal(await page.locator('button:visible').count(), 0)
  })
}

t.test('all pictures are shown at once if there are no more', async (t) => {
  const page = await bench.open({ layout: 'GRID', count: 3, config: { loadMore: 3 } })
  t.equal(await page.locator('li:visible').count(), 3)
  t.equal(await page.getByRole('button', more).count(), 0)
})

for (const layout of ['CAROUSEL', 'SLIDER'] as const) {
  t.test(`the tabs of a ${layout} are small pictures that choose a slide`, async (t) => {
    const spec: WidgetSpec = { layout, count: 20, config: { thumbnails: true } }
    const page = await bench.open(spec, { context: { viewport: { width: 600, height: 800 } } })
    const tabs = page.getByRole('tab')
    t.equal(await tabs.count(), 20, 'also where dots would not fit')
    t.equal(await tabs.locator('img').count(), 20)
    const boxes = await boxesOf(page, '.thumbs .dot')
    t.ok(boxes.every(({ width, height }) => width >= 24 && height >= 24))
    const small = await boxesOf(page, '.thumbs img')
    t.ok(
      small.every(({ y, width, height }, index) => {
        const tab = boxes[index]
        return tab && isClose(width, height) && y >= tab.y && y + height <= tab.y + tab.height
      }),
      'each inside its tab',
    )

    await tabs.nth(5).click()
    await page.locator('#tab5[aria-selected="true"]').waitFor()
    t.equal(await page.evaluate(() => document.querySelector('vitrine-widget')?.index), 5)
    await page.keyboard.press('End')
    await page.locator('#tab19[aria-selected="true"]').waitFor()
    const [row, last] = await boxesOf(page, '.thumbs, #tab19')
    t.ok(row && last && last.x >= row.x - 1 && last.x + last.width <= row.x + row.width + 1)
    t.ok(row && row.x >= 0 && row.x + row.width <= 600, 'the row is not wider than the page')
  })
}

t.test('transparent pictures are shown whole, others fill', async (t) => {
  // The highest bit of the third byte says that there is transparency.
  const placeholder = (third: number) => {
    const hash = Buffer.from('609a003d0c3bb0596c96a84569f484f90ea827587688707647', 'hex')
    hash[2] = third
    return { placeholder: { color: '#808080', thumbhash: hash.toString('base64') } }
  }
  const pictures = [
    placeholder(0x06),
    placeholder(0x86),
    { width: 2600, height: 1000 },
    { width: 1000, height: 2600 },
    { width: 2400, height: 1000 },
  ]
  const spec: WidgetSpec = { layout: 'GRID', count: 5, pictures }
  const auto = ['cover', 'contain', 'cover', 'cover', 'cover']
  t.strictSame(await fitsOf(await bench.open(spec)), auto)
  t.strictSame(await fitsOf(await openWritten(spec)), auto, 'also without a script')
  for (const objectFit of ['cover', 'contain']) {
    const page = await bench.open({ ...spec, config: { objectFit } })
    t.strictSame(await fitsOf(page), Array(5).fill(objectFit), 'the choice of the owner counts')
  }
})

t.test('the pictures of a horizontal list are equally high, or wide if wished so', async (t) => {
  const sizesOf = async (config: WidgetSpec['config'], side: 'height' | 'width') => {
    const page = await bench.open({ layout: 'LIST_HORIZONTAL', ...(config && { config }) })
    return new Set((await boxesOf(page, 'img')).map((box) => Math.round(box[side])))
  }
  t.strictSame([...(await sizesOf({}, 'height'))], [240])
  t.strictSame([...(await sizesOf({ itemHeight: 150 }, 'height'))], [150])
  t.equal((await sizesOf({}, 'width')).size > 1, true, 'each in its own proportions')
  t.strictSame([...(await sizesOf({ itemWidth: 180 }, 'width'))], [180])
})

t.test('justified rows are filled, in the order of the pictures, at any width', async (t) => {
  const page = await bench.open(
    { layout: 'GRID', count: 16, config: { rows: 'justified', rowHeight: 200, gap: 10 } },
    { context: { viewport: { width: 360, height: 3000 } } },
  )
  await pictured(page)
  for (const width of [360, 700, 1000, 1400]) {
    await page.setViewportSize({ width, height: 3000 })
    await painted(page)
    const [list] = await boxesOf(page, 'ul')
    const boxes = await boxesOf(page, 'img')
    const tops = [...new Set(boxes.map(({ y }) => y))]
    t.strictSame(
      tops,
      [...tops].sort((a, b) => a - b),
    )
    tops.forEach((top, number) => {
      const row = boxes.filter(({ y }) => y === top)
      const [first, last] = [row[0], row.at(-1)]
      t.ok(
        row.every(({ height }) => isClose(height, first?.height)),
        `equally high at ${width}`,
      )
      t.ok(
        row.every(({ x }, index) => index === 0 || x > (row[index - 1]?.x ?? 0)),
        `in order at ${width}`,
      )
      const spare = (list?.x ?? 0) + (list?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)
      t.ok(spare > -0.1, `not wider than the widget at ${width}`)
      if (number < tops.length - 1) t.ok(spare < 1, `filled at ${width}: ${spare}`)
    })
  }
})

t.test('a picture as wide as the widget is no higher than a part of the window', async (t) => {
  const layouts = ['LIST_VERTICAL', 'CAROUSEL', 'SLIDER'] as const
  for (const [config, most] of [
    [{}, 480],
    [{ maxViewportHeight: 50 }, 300],
  ] as const) {
    for (const layout of layouts) {
      bench.fixture.widgets.set(layout, { layout, config: { aspectRatio: 'auto', ...config } })
    }
    const body = layouts.map((layout) => pasted(layout)).join('')
    const page = await bench.visit({ body }, { viewport: { width: 1000, height: 600 } })
    await ready(page)
    await painted(page)
    for (const [number, layout] of layouts.entries()) {
      const boxes = await boxesOf(page, `vitrine-widget >> nth=${number} >> img`)
      const highest = Math.max(...boxes.map(({ height }) => height))
      t.ok(isClose(highest, most), `${layout}: ${highest}`)
    }
  }
})

t.test('two columns at least from 240 pixels on, unless the owner chose a width', async (t) => {
  for (const layout of ['GRID', 'MASONRY'] as const) {
    const open = (config: WidgetSpec['config'] = {}) =>
      bench.open(
        { layout, config },
        {
          before: '<style>body{margin:0}</style>',
          context: { viewport: { width: 240, height: 800 } },
        },
      )
    const columnsIn = async (page: Page) =>
      new Set((await boxesOf(page, 'li')).map(({ x }) => Math.round(x))).size
    const page = await open()
    t.equal(await columnsIn(page), 2, layout)
    await page.setViewportSize({ width: 239, height: 800 })
    await painted(page)
    t.equal(await columnsIn(page), 1, layout)
    t.equal(await columnsIn(await open({ minColumnWidth: 200 })), 1, layout)
  }
})
