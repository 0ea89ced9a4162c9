import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { createBench, pasted, ready } from '../fixture/browser.js'
import { closed, openPicture, see, settled } from '../fixture/lightbox.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const context = { reducedMotion: 'reduce' } as const
const plain: WidgetSpec = { layout: 'GRID', count: 4 }
const linked: WidgetSpec = { ...plain, config: { deepLink: true } }

let number = 0

/** A page of a site with an earlier one, and a widget for each spec. */
async function visit(specs: readonly WidgetSpec[], hash = '', head = '') {
  const slugs = specs.map(() => `prints-${++number}`)
  specs.forEach((spec, index) => {
    bench.fixture.widgets.set(slugs[index] ?? '', spec)
  })
  const page = await bench.visit({ body: 'before' }, context)
  const path = `/site-${number}`
  bench.fixture.pages.set(path, {
    head,
    body: `${slugs.map((slug) => pasted(slug)).join('')}<h2 id="about" style="margin-top:2000px">About</h2>`,
  })
  await page.goto(bench.fixture.origin + path + hash.replace('$', slugs[0] ?? ''))
  await ready(page)
  return { page, slugs, path }
}

const hashOf = (page: Page) => page.evaluate(() => location.hash)
const countOf = async (page: Page) => (await see(page)).count
/** Waits for a picture of the lightbox, by its number. */
const opened = async (page: Page, count: string) => {
  await page.getByRole('dialog').getByText(count, { exact: true }).waitFor()
  await settled(page)
}
const entries = (page: Page) => page.evaluate(() => history.length)
/** Later, because it may end the page, and with it the call. */
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))

t.test('Back closes it and stays on the page; the next Back leaves the page', async (t) => {
  const { page, path } = await visit([plain])
  const before = await entries(page)
  const url = page.url()
  await openPicture(page, 1)
  t.equal(page.url(), url)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  t.equal(await entries(page), before + 1, 'one entry, however many pictures')
  await back(page)
  await closed(page)
  t.equal(page.url(), url)
  await back(page)
  await page.waitForURL((to) => to.pathname !== path)
  t.equal(await page.textContent('body'), 'before')
})

t.test('Escape and the button leave no entry: the next Back leaves the page', async (t) => {
  for (const close of [
    (page: Page) => page.keyboard.press('Escape'),
    (page: Page) => page.getByRole('button', { name: 'Close' }).click(),
  ]) {
    const { page, path } = await visit([plain])
    // Opened again before the browser has left the first entry.
    for (let time = 0; time < 3; time++) {
      await openPicture(page)
      await close(page)
      await closed(page)
    }
    await page.waitForFunction(() => history.state === null)
    await back(page)
    await page.waitForURL((to) => to.pathname !== path)
    t.equal(await page.textContent('body'), 'before')
  }
})

t.test('Forward opens nothing and does not loop', async (t) => {
  const { page, path } = await visit([plain])
  await openPicture(page)
  await back(page)
  await closed(page)
  await page.evaluate(() => history.forward())
  await page.waitForFunction(() => history.state?.vitrine)
  t.equal(await countOf(page), null)
  await openPicture(page)
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction(() => history.state === null)
  await back(page)
  await page.waitForURL((to) => to.pathname !== path)
})

/** A router of the site: it shows what the address and the state of an entry say, and counts. */
const router = `<script>
  history.replaceState({ route: 'home', key: 7 }, '')
  window.seen = []
  const note = (event) => seen.push([event.type, history.state && history.state.route, location.hash])
  addEventListener('popstate', note)
  addEventListener('hashchange', note)
</script>`

t.test('routers of the site find their own state and address', async (t) => {
  const { page } = await visit([plain], '#/shop', router)
  await openPicture(page)
  t.match(await page.evaluate('history.state'), { route: 'home', key: 7 })
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction('seen.length > 0')
  t.same(await page.evaluate('seen'), [['popstate', 'home', '#/shop']])
  t.same(await page.evaluate('history.state'), { route: 'home', key: 7 })
})

t.test('a route that the site opens meanwhile closes it and stays', async (t) => {
  const { page } = await visit([plain], '', router)
  await openPicture(page)
  await page.evaluate(() => {
    location.hash = '#/basket'
  })
  await closed(page)
  t.equal(await hashOf(page), '#/basket')
})

t.test('an address opens its picture when the page is loaded; Back closes it', async (t) => {
  const { page, path, slugs } = await visit([linked], '#vitrine-$/3')
  await opened(page, '3 of 4')
  await page.keyboard.press('ArrowRight')
  t.equal(await hashOf(page), `#vitrine-${slugs[0]}/4`)
  await page.reload()
  await opened(page, '4 of 4')
  await back(page)
  await closed(page)
  t.equal(await hashOf(page), '')
  t.equal(new URL(page.url()).pathname, path, 'the site is not left')
  await back(page)
  await page.waitForURL((to) => to.pathname !== path)
})

t.test('opening writes one entry, changing pictures none, and Escape takes it back', async (t) => {
  const { page, slugs } = await visit([linked])
  const before = await entries(page)
  await openPicture(page, 1)
  t.equal(await hashOf(page), `#vitrine-${slugs[0]}/2`)
  await page.keyboard.press('Home')
  t.equal(await hashOf(page), `#vitrine-${slugs[0]}/1`)
  t.equal(await entries(page), before + 1)
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction(() => location.hash === '')
  await page.evaluate(() => history.forward())
  await opened(page, '1 of 4')
  await back(page)
  await closed(page)
})

t.test('a link of the page opens a picture; another address changes it', async (t) => {
  const { page, slugs } = await visit([linked])
  const go = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to
    }, hash)
  await go(`#vitrine-${slugs[0]}/2`)
  await opened(page, '2 of 4')
  await go(`#vitrine-${slugs[0]}/4`)
  await opened(page, '4 of 4')
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction(() => location.hash === '')
  t.equal(await countOf(page), null, 'and closes for good')
})

t.test('numbers that no picture has, and anchors of the page, are left alone', async (t) => {
  for (const hash of ['#vitrine-$/5', '#vitrine-$/0', '#vitrine-$/x', '#vitrine-$/', '#about']) {
    const { page, slugs } = await visit([linked], hash)
    t.equal(await hashOf(page), hash.replace('$', slugs[0] ?? ''))
    t.equal(await page.evaluate('history.state'), null, hash)
    t.equal(await countOf(page), null, hash)
  }
  const { page } = await visit([linked])
  await page.evaluate(() => {
    location.hash = '#about'
  })
  t.ok(await page.evaluate(() => scrollY > 1000))
})

t.test('of several widgets the one that is addressed opens', async (t) => {
  const { page, slugs } = await visit([
    linked,
    { ...linked, config: { deepLink: true, ariaLabel: 'Second' } },
  ])
  await page.evaluate((to) => {
    location.hash = to
  }, `#vitrine-${slugs[1]}/3`)
  await page.getByRole('dialog', { name: 'Second' }).waitFor()
  await opened(page, '3 of 4')
  t.equal(await page.getByRole('dialog').count(), 1)
})

t.test('a page with a base address keeps its own', async (t) => {
  const { page, slugs, path } = await visit([linked], '', '<base href="/elsewhere/">')
  await openPicture(page)
  t.equal(page.url(), `${bench.fixture.origin}${path}#vitrine-${slugs[0]}/1`)
})

t.test('without the setting no address opens a picture', async (t) => {
  const { page, slugs } = await visit([plain], '#vitrine-$/2')
  t.equal(await countOf(page), null)
  await openPicture(page, 2)
  t.equal(await hashOf(page), `#vitrine-${slugs[0]}/2`)
})
