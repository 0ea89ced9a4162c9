/// <reference lib="dom" />
import { layouts } from '@vitrine/contracts'
import { jpeg, readPixel, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Frame } from 'playwright-core'
import { build, publicUrl } from '../build.js'
import { frameOf, openBrowser } from '../frames.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const { sites, write, visit } = await openBrowser(t, app)
const project = await (await createTenant(t)).addProject()
const { key } = await project.addKey()
const sizes = [
  { width: 480, height: 320 },
  { width: 320, height: 400 },
]
const assetIds: string[] = []
for (const size of sizes) {
  const altText = `${size.width} pixels wide`
  assetIds.push(await project.addAsset(await jpeg(size), { altText }))
}
const showing = { assetIds, config: { showCaptions: true, lightbox: true, autoplay: true } }

/** The same as in the embed code of management. */
const frame = (slug: string, apiKey = key) =>
  `<iframe title="${slug}" loading="lazy" referrerpolicy="strict-origin"
    src="${publicUrl}/embed/${slug}?api_key=${apiKey}"></iframe>`

const untilLive = (shown: Frame) => shown.locator('vitrine-widget .live').waitFor()
/** The number of pictures, once all are requested: those outside of the viewport load lazily. */
const drawn = async (shown: Frame): Promise<number> => {
  const pictures = shown.locator('vitrine-widget img')
  const widths = await pictures.evaluateAll((all) =>
    Promise.all(
      (all as HTMLImageElement[]).map(async (picture) => {
        picture.loading = 'eager'
        await picture.decode()
        return picture.naturalWidth
      }),
    ),
  )
  return widths.filter((width) => width > 0).length
}
const refusal = 'These pictures are not available.'

/** One widget of each layout, and a page with all of them. */
const slugs = new Map<string, string>()
for (const layout of layouts) {
  slugs.set(layout, (await project.addWidget({ ...showing, layout })).slug)
}
write('/all', [...slugs.values()].map((slug) => frame(slug)).join(''))

t.test('each layout shows its pictures in a frame without policy violations', async (t) => {
  const { page, problems } = await visit(`${sites.localhost}/all`)
  for (const [name, slug] of slugs) {
    const shown = await frameOf(page, slug)
    await untilLive(shown)
    t.equal(await drawn(shown), 2, name)
    t.ok(await shown.getByText('480 pixels wide').first().isVisible(), name)
    await shown.locator('a.open:visible').first().click()
    await shown.getByRole('dialog').waitFor()
  }
  t.same(problems, [])
})

t.test('pictures, captions and links are present without scripts', async (t) => {
  const { page, problems } = await visit(`${sites.localhost}/all`, { javaScriptEnabled: false })
  for (const [name, slug] of slugs) {
    const shown = await frameOf(page, slug)
    t.equal(await drawn(shown), 2, name)
    t.equal(await shown.locator('a[href*="/deliver/"]').count(), 2, name)
    t.ok(await shown.getByText('480 pixels wide').first().isVisible(), name)
  }
  t.same(problems, [])
})

t.test('a link that is a path leads to the site of the embedding page, in a new tab', async (t) => {
  const items = [{ linkUrl: '/sale' }, { linkUrl: 'https://other.example/' }]
  const header = { button: { label: 'On sale', url: '/sale' } }
  const config = { header, filterByTags: true }
  const { slug } = await project.addWidget({ ...showing, layout: 'GRID', items, config })
  write('/with-links', frame(slug))
  write('/sale', 'the sale')
  const { page, problems } = await visit(`${sites.loopback}/with-links`)
  const shown = await frameOf(page, slug)
  await untilLive(shown)
  const addresses = await shown
    .locator('.picture a')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href))
  t.same(addresses, [`${sites.loopback}/sale`, 'https://other.example/'])
  const button = shown.getByRole('link', { name: 'On sale' })
  t.equal(await button.evaluate((one) => (one as HTMLAnchorElement).href), addresses[0])
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    shown.locator('.picture a').first().click(),
  ])
  await tab.getByText('the sale').waitFor()
  t.equal(await tab.evaluate(() => self.origin), sites.loopback, 'the tab is not restricted')
  t.same(problems, [])

  const plain = await visit(`${sites.loopback}/with-links`, { javaScriptEnabled: false })
  const unscripted = await frameOf(plain.page, slug)
  t.equal(await unscripted.locator('a[href*="/sale"]').count(), 0, 'no path without a script')
  t.ok(await unscripted.getByText('On sale').isVisible(), 'the button keeps its place')
  t.equal(await unscripted.locator('a[href="https://other.example/"]').count(), 1)
})

t.test('a page has an origin of its own, without the cookies of the public address', async (t) => {
  const { slug } = await project.addWidget({ ...showing, layout: 'GRID' })
  write('/opaque', frame(slug))
  const { page } = await visit(`${sites.localhost}/opaque`)
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: publicUrl }])
  const requireOpaque = async (shown: Frame, where: string) => {
    t.equal(await shown.evaluate(() => self.origin), 'null', where)
    await t.rejects(
      shown.evaluate(() => document.cookie),
      /SecurityError/,
      where,
    )
  }
  const framed = await frameOf(page, slug)
  await untilLive(framed)
  await requireOpaque(framed, 'in a frame')
  for (const path of [`${slug}?api_key=${key}`, 'no-such-widget']) {
    await page.goto(`${publicUrl}/embed/${path}`)
    await page.locator('.live, h1').first().waitFor()
    await requireOpaque(page.mainFrame(), path)
  }
})

t.test('a frame is transparent, whatever the schemes of its page and of the system', async (t) => {
  const { slug } = await project.addWidget({ ...showing, layout: 'GRID' })
  // As management writes it for a widget without a color scheme.
  const light = frame(slug).replace('<iframe ', '<iframe style="color-scheme:light" ')
  for (const pageScheme of ['normal', 'dark']) {
    const around = `:root{color-scheme:${pageScheme}}body{background:rgb(16,32,48)}`
    write(`/${pageScheme}`, `<style>${around}</style>${light}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(`${sites.localhost}/${pageScheme}`, { colorScheme })
      const shown = await frameOf(page, slug)
      await untilLive(shown)
      const bytes = await page.locator('iframe').screenshot()
      // Below the widget, which is not as high as the frame.
      const { height = 0 } = (await page.locator('iframe').boundingBox()) ?? {}
      const pixel = await readPixel(bytes, 5, Math.floor(height) - 5)
      t.match(Object.values(pixel), [16, 32, 48], `${pageScheme}, ${colorScheme}`)
    }
  }
})

t.test('a frame records events with a key for one site', async (t) => {
  const { slug } = await project.addWidget({ ...showing, layout: 'GRID' })
  const { key } = await project.addKey({
    permissions: 'READ_WRITE',
    allowedOrigins: [sites.localhost],
  })
  write('/counted', frame(slug, key))
  const { page, problems } = await visit(`${sites.localhost}/counted`)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/events?')) statuses.push(response.status())
  })
  const shown = await frameOf(page, slug)
  await untilLive(shown)
  await until(async () => {
    await shown.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    return statuses.length > 0
  })
  t.same([...new Set(statuses)], [204])
  t.same(problems, [])
})

t.test('a key for one site shows nothing on another site, nor framed by another', async (t) => {
  const { slug } = await project.addWidget(showing)
  const { key } = await project.addKey({ allowedOrigins: [sites.localhost] })
  write('/shop', frame(slug, key))
  write('/around', `<iframe title="The shop" src="${sites.localhost}/shop"></iframe>`)

  const own = await visit(`${sites.localhost}/shop`)
  await untilLive(await frameOf(own.page, slug))
  t.same(own.problems, [])

  const other = await visit(`${sites.loopback}/shop`)
  t.equal(await (await frameOf(other.page, slug)).locator('h1').textContent(), refusal)

  const around = await visit(`${sites.loopback}/around`)
  await until(async () => around.problems.length > 0)
  t.match(around.problems.join(' '), `frame-ancestors ${sites.localhost}`)
  t.equal(around.page.frames().length, 3)
  for (const each of around.page.frames()) t.equal(await each.locator('vitrine-widget').count(), 0)
})
