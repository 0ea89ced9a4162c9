import t from '@vitrine/testing/t'
import axe from 'axe-core'
import { layoutNames } from '../../src/published.js'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)
const { origin } = bench.fixture
const shop = { url: `${origin}/shop`, newTab: false }

t.test('a picture with a link leads to it, in every layout, and opens no lightbox', async (t) => {
  bench.fixture.pages.set('/shop', { body: 'the shop' })
  for (const layout of layoutNames) {
    const config = { lightbox: true, autoplay: false }
    const page = await bench.open({ layout, config, pictures: [{ link: shop }] })
    await page.getByRole('link', { name: 'Dawn behind blue mountain ridges' }).click()
    await page.waitForURL(shop.url)
    t.equal(await page.textContent('body'), 'the shop', layout)
  }
})

t.test('a link of a new tab opens one that cannot reach the page', async (t) => {
  bench.fixture.pages.set('/shop', { body: 'the shop' })
  const pictures = [{ link: { ...shop, newTab: true } }]
  const page = await bench.open({ layout: 'GRID', pictures })
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Dawn behind blue mountain ridges' }).click(),
  ])
  await tab.waitForURL(shop.url)
  t.equal(await tab.evaluate('window.opener'), null)
})

t.test(
  'the lightbox shows the picture that was chosen, also beside pictures with links',
  async (t) => {
    const pictures = [{ link: shop }, {}, { link: shop }, { caption: 'For sale', altText: 'Dunes' }]
    const page = await bench.open({ layout: 'GRID', config: { lightbox: true }, pictures })
    await page.getByRole('link', { name: 'Dunes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    t.equal(await dialog.locator('.count').textContent(), '4 of 6')
    t.equal(await dialog.locator('.words').textContent(), 'For sale')
    t.equal(await dialog.locator('.words').getAttribute('aria-hidden'), 'false')
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('3 of 6').waitFor()
    t.equal(await dialog.locator('.words').textContent(), 'Northern lights above a still lake')
    t.equal(await dialog.locator('.words').getAttribute('aria-hidden'), 'true')
  },
)

t.test('a caption replaces the alternative text below the picture, not for readers', async (t) => {
  const pictures = [{ caption: 'Number 1, sold' }, { caption: '' }, {}]
  const config = { showCaptions: true }
  const page = await bench.open({ layout: 'GRID', config, pictures, count: 3 })
  const captions = await page
    .locator('.caption span')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('aria-hidden')]))
  t.same(captions, [
    ['Number 1, sold', null],
    ['Northern lights above a still lake', 'true'],
  ])
  t.ok(await page.getByAltText('Dawn behind blue mountain ridges').count())
})

t.test('an address that could run code or leaves the scheme open is no link', async (t) => {
  const addresses = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
  ]
  const pictures = addresses.map((url) => ({ link: { url, newTab: false } }))
  const page = await bench.open({ layout: 'GRID', config: { lightbox: false }, pictures })
  t.equal(await page.locator('.picture a').count(), 0)
})

t.test('links have names, also of pictures without alternative text', async (t) => {
  const pictures = [
    { altText: null, link: shop },
    { altText: '', link: shop, caption: 'Order' },
    { link: { url: 'mailto:ann@example.org', newTab: false } },
    { link: { url: 'tel:+3215', newTab: false } },
    { link: { url: '/prints?of=dunes#top', newTab: false } },
  ]
  const page = await bench.open({ layout: 'LIST_VERTICAL', pictures, count: 5 })
  const links = await page
    .locator('.picture a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  t.same(links, [shop.url, shop.url, 'mailto:ann@example.org', 'tel:+3215', '/prints?of=dunes#top'])
  t.same(await page.getByRole('link', { name: '1 of 5' }).count(), 1)
  t.same(await page.getByRole('link', { name: 'Order' }).count(), 1)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run('vitrine-widget'),
  )
  t.same(
    violations.map(({ id }) => id),
    [],
  )
})
