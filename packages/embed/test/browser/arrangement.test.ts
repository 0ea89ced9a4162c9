import t from '@vitrine/testing/t'
import axe from 'axe-core'
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
const script = '<script type="module" src="/embed/v1.js"></script>'
const header = {
  title: 'Summer <b>2026</b>',
  text: 'By the sea.\nIn June.',
  button: { label: 'All pictures', url: '/all' },
}
const pictures = [
  { tags: ['sea', '2026'] },
  { tags: ['hills'] },
  { tags: ['sea'] },
  {},
  { tags: ['hills'] },
  { tags: ['sea'] },
]
const filtered = { layout: 'GRID', config: { filterByTags: true }, pictures } as const
const namesOf = (page: Page) =>
  page.locator('.picture img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
const shownIn = (page: Page) => page.locator('.picture img').count()
const pressed = (page: Page) => page.locator('[aria-pressed=true]').allTextContents()
const found = (page: Page) => page.locator('[role=status]').textContent()
const snippetOf = (slug: string, spec: WidgetSpec) => {
  bench.fixture.widgets.set(slug, spec)
  const published = publish(bench.fixture.origin, slug, spec)
  return renderSnippet(published, { labels: labelsFor('en'), apiKey: 'pk_test' })
}

t.test('a heading, a text and a button stand above the pictures, in every layout', async (t) => {
  bench.fixture.pages.set('/all', { body: 'all of them' })
  for (const layout of layoutNames) {
    const page = await bench.open({ layout, config: { header } })
    const heading = page.getByRole('heading', { level: 2, name: header.title })
    t.ok(await heading.isVisible(), layout)
    const box = await heading.boundingBox()
    const first = await page.locator('.picture').first().boundingBox()
    t.ok(box && first && box.y + box.height <= first.y, `${layout}: above`)
    t.equal(await page.locator('.text').textContent(), header.text, `${layout}: with its lines`)
    await page.getByRole('link', { name: 'All pictures' }).click()
    await page.waitForURL('**/all')
  }
  const page = await bench.open({ layout: 'CAROUSEL', config: { header } })
  const carousel = page.getByRole('group', { name: header.title, exact: true })
  t.equal(await carousel.count(), 1, 'the title names the widget')
})

t.test('a button that would run code is left out', async (t) => {
  const button = { label: 'Run', url: 'javascript:alert(1)' }
  const page = await bench.open({ layout: 'GRID', config: { header: { title: 'A', button } } })
  t.equal(await page.getByText('Run').count(), 0)
})

t.test('buttons for tags show some of the pictures, in every layout', async (t) => {
  for (const layout of layoutNames) {
    const page = await bench.open({ ...filtered, layout })
    t.same(await page.locator('.tag').allTextContents(), ['All', 'sea', '2026', 'hills'], layout)
    const sea = page.getByRole('button', { name: 'sea' })
    await sea.focus()
    await page.keyboard.press('Space')
    t.equal(await shownIn(page), 3, layout)
    t.same(await pressed(page), ['sea'], layout)
    t.equal(await found(page), '3 of 6', `${layout}: the number is announced`)
    t.ok(await sea.evaluate((one) => one.matches(':focus')), `${layout}: the focus stays`)
    await page.getByRole('button', { name: 'hills' }).click()
    t.equal(await shownIn(page), 2, layout)
    await page.getByRole('button', { name: 'All' }).click()
    t.equal(await shownIn(page), 6, layout)
  }
})

t.test('a filtered widget works: the lightbox has the pictures of the tag alone', async (t) => {
  const page = await bench.open({ ...filtered, config: { filterByTags: ['hills'] } })
  t.same(await page.locator('.tag').allTextContents(), ['All', 'hills'])
  await page.getByRole('button', { name: 'hills' }).click()
  await page.locator('.picture a').nth(1).click()
  await page.getByRole('dialog').waitFor()
  t.equal(await page.locator('.lightbox .count').textContent(), '2 of 2')
})

t.test('the tag is part of the address: Back takes it back, and a link opens it', async (t) => {
  const page = await bench.open(filtered)
  const slug = await page.locator('vitrine-widget').getAttribute('slug')
  const hash = () => page.evaluate('location.hash')
  await page.getByRole('button', { name: 'sea' }).click()
  t.equal(await hash(), `#vitrine-${slug}/sea`)
  await page.getByRole('button', { name: '2026' }).click()
  t.equal(await hash(), `#vitrine-${slug}/%32026`, 'a bare number is that of a picture')
  await page.reload()
  await ready(page)
  t.same([await pressed(page), await shownIn(page)], [['2026'], 1])
  await page.goBack()
  t.same([await pressed(page), await shownIn(page)], [['sea'], 3])
  await page.goBack()
  t.same([await pressed(page), await shownIn(page), await hash()], [['All'], 6, ''])
})

t.test('an anchor of the page stays in the address', async (t) => {
  const page = await bench.open(filtered, { after: '<h2 id="about">About</h2>' })
  await page.evaluate("location.hash = '#about'")
  await page.getByRole('button', { name: 'sea' }).click()
  t.equal(await shownIn(page), 3)
  t.equal(await page.evaluate('location.hash'), '#about')
})

t.test('without a script the snippet shows all pictures, and no buttons for tags', async (t) => {
  const config = { header, filterByTags: true, order: 'random' }
  const body = snippetOf('plain', { ...filtered, config })
  const page = await bench.visit({ body }, { javaScriptEnabled: false })
  t.equal(await shownIn(page), 6)
  t.equal(await page.locator('button:visible').count(), 0)
  t.ok(await page.getByRole('heading', { name: header.title }).isVisible())
  t.ok(await page.getByRole('link', { name: 'All pictures' }).isVisible())
})

t.test('the script takes the snippet over as it is, also in a random order', async (t) => {
  const config = { header, filterByTags: true, order: 'random' }
  const body = snippetOf('taken', { ...filtered, config, count: 6 })
  const keep = `<script>window.kept = [...document.querySelector('vitrine-widget').shadowRoot
    .querySelectorAll('img')]</script>`
  const page = await bench.visit({ body: body + keep + script })
  await ready(page)
  t.ok(await page.evaluate('kept.length === 6 && kept.every((one) => one.isConnected)'))
  await page.getByRole('button', { name: 'sea' }).click()
  t.equal(await shownIn(page), 3)
})

t.test('a random order holds for a visit', async (t) => {
  const spec = { layout: 'GRID', config: { order: 'random' }, count: 20 } as const
  const page = await bench.open(spec)
  const first = await namesOf(page)
  await page.reload()
  await ready(page)
  t.same(await namesOf(page), first)
  const orders = new Set([`${first}`])
  for (let visit = 0; visit < 3; visit++) {
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await ready(page)
    orders.add(`${await namesOf(page)}`)
  }
  t.ok(orders.size > 1, 'and another visit has another')
  t.same([...first].sort(), [...(await namesOf(page))].sort(), 'of the same pictures')
})

t.test('where the browser keeps nothing, an order is random all the same', async (t) => {
  const deny = `<script>Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('denied') } })</script>`
  const config = { order: 'random' }
  const page = await bench.open({ layout: 'GRID', config }, { page: { head: deny } })
  t.equal(await shownIn(page), 6)
})

t.test('the poster of a video is a link with a play sign, in every layout', async (t) => {
  bench.fixture.pages.set('/film', { body: 'the film' })
  const video = { url: `${bench.fixture.origin}/film` }
  for (const layout of layoutNames) {
    const page = await bench.open({ layout, pictures: [{ video }] })
    const poster = page.getByRole('link', { name: 'Dawn behind blue mountain ridges Video' })
    t.ok(await poster.locator('.play').isVisible(), layout)
    await poster.click()
    await page.waitForURL(video.url)
  }
  const body = snippetOf('film', { layout: 'GRID', pictures: [{ video }] })
  const page = await bench.visit({ body }, { javaScriptEnabled: false })
  t.ok(await page.locator('.play').isVisible(), 'also without a script')
  t.equal(await page.locator('a').first().getAttribute('href'), video.url)
})

t.test('what stands above has no problems with axe', async (t) => {
  const config = { header, filterByTags: true }
  for (const [colorScheme, dir] of [
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const) {
    const spec = { ...filtered, config, theme: { colorScheme: 'auto' } }
    const html = `lang="en" dir="${dir}" style="color-scheme:light dark"`
    const page = await bench.open(spec, { context: { colorScheme }, page: { html } })
    await page.getByRole('button', { name: 'sea' }).click()
    await page.evaluate(axe.source)
    const problems = await page.evaluate(
      "axe.run('vitrine-widget', { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
    )
    t.same(problems, [], `${colorScheme}, ${dir}`)
  }
})

t.test(
  'many tags fit into a row that scrolls on a phone, and break into rows elsewhere',
  async (t) => {
    const tags = Array.from({ length: 20 }, (_, index) => `Place ${index}`)
    const spec: WidgetSpec = { ...filtered, pictures: [{ tags }] }
    bench.fixture.widgets.set('many', spec)
    const page = await bench.visit(
      { body: pasted('many') },
      { viewport: { width: 390, height: 800 } },
    )
    await ready(page)
    const heightOf = async () => (await page.locator('.filter').boundingBox())?.height
    t.equal(await heightOf(), 52, 'one row')
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.setViewportSize({ width: 1000, height: 800 })
    t.ok(((await heightOf()) ?? 0) > 90)
  },
)
