import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { createBench, type OpenOptions } from '../fixture/browser.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
type Sent = { type: string; assetId?: string; key: string | null }

/** A widget whose key records events, and the calls it sends. Time advances only through the page's clock. */
async function open(spec: Partial<WidgetSpec> = {}, options: OpenOptions = {}) {
  const sent: Sent[] = []
  bench.fixture.requests.length = 0
  const { page: site, ...rest } = options
  const page = await bench.open(
    { layout: 'GRID', config: { columns: 3 }, events: true, ...spec },
    { ...rest, page: { hasOwnClock: true, ...site } },
  )
  page.on('request', (request) => {
    if (!request.url().includes('/events?')) return
    const key = new URL(request.url()).searchParams.get('api_key')
    const { events } = JSON.parse(request.postData() ?? '{}')
    t.match(request.headers()['content-type'], /^text\/plain/, 'needs no preflight')
    for (const event of events) sent.push({ ...event, key })
  })
  const types = (type: string) => sent.filter((event) => event.type === type)
  return { page, sent, types }
}

const requested = (part: string) => bench.fixture.requests.some((path) => path.includes(part))

/** Two looks of the recorder, each answered by the browser before the next. */
async function pass(page: Page, seconds: number) {
  for (let i = 0; i < seconds; i += 1) {
    await page.clock.runFor(1000)
    await looked(page)
  }
}

/** The browser has answered the look that was begun. */
const looked = (page: Page) =>
  page.evaluate(
    'new Promise((told) => { const sight = new IntersectionObserver(() => told()); sight.observe(document.body) })',
  )

/** The recorder is in the page: the same module, imported once more. */
const loaded = async (page: Page) => {
  const path = () => bench.fixture.requests.find((one) => one.endsWith('/events.js'))
  while (path() === undefined) await page.evaluate('document.title')
  await page.evaluate(`import('${path()}').then(() => undefined)`)
}

/** Dispatches what browsers do when a tab is hidden or closed. */
const hide = async (page: Page) => {
  const answered = page.waitForResponse(/\/events\?/)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  await answered
}

t.test('views are counted once per element and page, and sent together', async (t) => {
  const { page, sent, types } = await open({ count: 3 })
  await loaded(page)
  await pass(page, 1)
  await pass(page, 3)
  t.equal(sent.length, 0, 'not before the page is hidden')
  await hide(page)
  t.equal(types('view').length, 4, 'the widget and three pictures')
  t.equal(types('view').filter(({ assetId }) => assetId === undefined).length, 1)
  t.ok(sent.every(({ key }) => key === 'pk_test'))
  await page.evaluate("document.querySelector('vitrine-widget').reload()")
  await pass(page, 4)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  t.equal(types('view').length, 4)
})

t.test('a view counts for its picture, wherever a filter or another order puts it', async (t) => {
  const pictures = ['sea', 'hills', 'sea', 'hills'].map((tag, index) => ({
    id: `picture-${index}`,
    altText: `picture-${index}`,
    tags: [tag],
  }))
  const spec = { count: 4, pictures, config: { columns: 1, filterByTags: true, order: 'random' } }
  const { page, types } = await open(spec, { context: { viewport: { width: 600, height: 500 } } })
  await loaded(page)
  const first = page.locator('li img').first()
  const seen = [await first.getAttribute('alt')]
  await pass(page, 3)
  const other = seen[0] === 'picture-0' || seen[0] === 'picture-2' ? 'hills' : 'sea'
  await page.getByRole('button', { name: other }).click()
  seen.push(await first.getAttribute('alt'))
  await pass(page, 4)
  await hide(page)
  t.same(
    types('view').flatMap(({ assetId }) => assetId ?? []),
    seen,
  )
})

t.test('a picture that stands in two places is viewed where it is in sight', async (t) => {
  const pictures = ['one', 'two', 'one'].map((id) => ({ id }))
  const { page, types } = await open({ layout: 'SLIDER', count: 3, pictures })
  await loaded(page)
  await pass(page, 3)
  await hide(page)
  const viewed = types('view').flatMap(({ assetId }) => assetId ?? [])
  t.same(viewed, ['one'], 'its other slide is not')
})

t.test('two places of a picture in sight are one view, after two looks', async (t) => {
  const pictures = ['one', 'one', 'two'].map((id) => ({ id }))
  const { page, types } = await open({ count: 3, pictures })
  await loaded(page)
  await looked(page)
  await page.locator('.box a').nth(2).click()
  await hide(page)
  t.same(types('view'), [], 'one look')
  await pass(page, 3)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  t.same(
    types('view').map(({ assetId }) => assetId),
    [undefined, 'one', 'two'],
  )
})

t.test('pictures out of sight are not viewed', async (t) => {
  const { page, types } = await open({ layout: 'SLIDER', config: { transition: 'fade' }, count: 3 })
  await loaded(page)
  await pass(page, 3)
  await hide(page)
  t.equal(types('view').length, 2, 'the widget and the slide that is shown')
})

t.test('a followed link and an opened picture are counted with their picture', async (t) => {
  const pictures = [{ link: { url: 'tel:1', newTab: false } }]
  const { page, types } = await open({ config: { lightbox: true }, count: 2, pictures })
  await loaded(page)
  await page.locator('.box a').first().click()
  await page.locator('.box a').nth(1).click()
  await page.getByRole('dialog').waitFor()
  await hide(page)
  t.equal(types('click').length, 1)
  t.equal(types('open').length, 1)
  t.ok(types('click')[0]?.assetId)
  t.not(types('click')[0]?.assetId, types('open')[0]?.assetId)
})

t.test('waiting events are sent when the widget is removed', async (t) => {
  const { page, sent } = await open({ count: 1 })
  await loaded(page)
  await pass(page, 3)
  const answered = page.waitForResponse(/\/events\?/)
  await page.evaluate("document.querySelector('vitrine-widget').remove()")
  await pass(page, 1)
  await answered
  t.equal(sent.length, 2)
})

t.test('nothing is loaded or sent under Global Privacy Control', async (t) => {
  bench.fixture.requests.length = 0
  const gpc =
    "<script>Object.defineProperty(navigator,'globalPrivacyControl',{value:true})</script>"
  const { page, sent } = await open({}, { page: { head: gpc } })
  await pass(page, 3)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  t.same(sent, [])
  t.notOk(requested('/events'))
})

t.test('nothing is loaded or sent if the key does not record events', async (t) => {
  bench.fixture.requests.length = 0
  const { page, sent } = await open({ events: false })
  await pass(page, 3)
  t.same(sent, [])
  t.notOk(requested('/events'))
})
