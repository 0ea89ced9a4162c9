import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { labelsFor } from '../../src/labels/all.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { createBench, painted, pictured } from '../fixture/browser.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

const radius = 30
const theme = { imageBorderRadius: radius }
const context = { viewport: { width: 800, height: 900 } }

type Point = readonly [x: number, y: number]

/** Whether the page's white is seen at a point of the first picture's box, px from the middle of the box. */
async function lookAtBox(page: Page) {
  const image = sharp(await page.locator('img').first().screenshot()).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const isWhite = ([x, y]: Point) => {
    const at = 3 * (Math.floor(info.height / 2 + y) * info.width + Math.floor(info.width / 2 + x))
    return data.subarray(at, at + 3).every((channel) => channel > 250)
  }
  return { isWhite, width: info.width, height: info.height }
}

/** The points just inside of the corners and of the edges of a picture that is shown whole, and inside of its round corners. */
function pointsOf(box: { width: number; height: number }, ratio: number) {
  const right = Math.min(box.width, box.height * ratio) / 2 - 3
  const bottom = Math.min(box.height, box.width / ratio) / 2 - 3
  const corners = (inset: number): Point[] =>
    [1, -1].flatMap((x) => [1, -1].map((y) => [x * (right - inset), y * (bottom - inset)] as const))
  const edges: Point[] = [
    ...[right, -right].map((x) => [x, 0] as const),
    ...[bottom, -bottom].map((y) => [0, y] as const),
  ]
  return { corners: corners(0), inside: [...edges, ...corners(radius / 2)] }
}

const landscape = { first: 0, ratio: 2400 / 1600 }
const portrait = { first: 1, ratio: 1600 / 2000 }
const contain = { objectFit: 'contain', lightbox: false }
const wide = { ...contain, itemHeight: 600 }
const cases: [string, WidgetSpec, typeof landscape][] = [
  ['a landscape in a grid', { layout: 'GRID', config: contain }, landscape],
  ['a portrait in a grid', { layout: 'GRID', config: contain }, portrait],
  ['a link', { layout: 'GRID', config: { objectFit: 'contain' } }, landscape],
  ['a portrait in a carousel', { layout: 'CAROUSEL', config: contain }, portrait],
  ['its own box', { layout: 'CAROUSEL', config: { ...contain, aspectRatio: 'auto' } }, landscape],
  ['a list', { layout: 'LIST_VERTICAL', config: { ...contain, aspectRatio: '3/1' } }, landscape],
  ['a picture as wide as its list', { layout: 'LIST_HORIZONTAL', config: wide }, landscape],
  [
    'boxes of one ratio and height',
    { layout: 'LIST_HORIZONTAL', config: { ...wide, aspectRatio: '2/1' } },
    landscape,
  ],
  [
    'narrow boxes of one height',
    { layout: 'LIST_HORIZONTAL', config: { ...contain, aspectRatio: '1/2' } },
    landscape,
  ],
]

for (const [name, spec, { first, ratio }] of cases) {
  t.test(`a picture that is shown whole has round corners of its own: ${name}`, async (t) => {
    const page = await bench.open({ ...spec, theme, first, count: 1 }, { context })
    await pictured(page)
    await painted(page)
    const { isWhite, ...box } = await lookAtBox(page)
    const { corners, inside } = pointsOf(box, ratio)
    for (const point of corners) t.ok(isWhite(point), `the corner at ${point}`)
    for (const point of inside) t.notOk(isWhite(point), `inside at ${point}`)
  })
}

t.test(
  'before it has loaded, its colour has the shape of the picture, also without a script',
  async (t) => {
    const placeholder = { color: '#c00000', thumbhash: 'YJoAPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==' }
    const pictures = [{ placeholder, width: 3000, height: 1000 }]
    const published = publish(bench.fixture.origin, 'written', {
      layout: 'GRID',
      config: { objectFit: 'contain' },
      count: 1,
      pictures,
    })
    const body = renderSnippet(published, { labels: labelsFor('en'), apiKey: 'pk_test' })
    const page = await bench.visit({ body: '' }, { ...context, javaScriptEnabled: false })
    await page.route('**/deliver/**', (route) => route.abort())
    await page.setContent(body)
    const { isWhite, width } = await lookAtBox(page)
    t.notOk(isWhite([0, 0]))
    t.notOk(isWhite([0, width / 6 - 3]))
    t.ok(isWhite([0, width / 6 + 3]), 'below the picture')
    t.ok(isWhite([0, -width / 6 - 3]), 'above it')
  },
)
