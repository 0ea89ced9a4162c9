import t from '@vitrine/testing/t'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { createBench } from '../fixture/browser.js'
import { openPicture, settled } from '../fixture/lightbox.js'

const bench = await createBench(t)
const open = async (config: object, prepare?: (page: Page) => Promise<unknown>) => {
  const page = await bench.open(
    { layout: 'GRID', config: { ...config, ariaLabel: 'Prints' } },
    { context: { reducedMotion: 'reduce', permissions: [] } },
  )
  await prepare?.(page)
  await openPicture(page, 1)
  return page
}
const buttonsOf = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('.tools button')
    .evaluateAll((all) => all.map((one) => one.ariaLabel))

t.test('it has the tools that the owner chose; zoom without a choice', async (t) => {
  const cases: [config: object, tools: string[]][] = [
    [{}, ['Zoom in', 'Close']],
    [{ lightboxTools: [] }, ['Close']],
    [{ lightbox_tools: ['share'] }, ['Share', 'Close']],
    [{ lightboxTools: ['download', 'share', 'zoom'] }, ['Zoom in', 'Share', 'Download', 'Close']],
    [{ lightboxTools: null }, ['Close']],
    [{ lightboxTools: ['print'], labels: { close: 'Shut' } }, ['Shut']],
  ]
  for (const [config, tools] of cases) {
    const page = await open(config)
    t.same(await buttonsOf(page), tools, JSON.stringify(config))
    await page.context().close()
  }
})

t.test('the zoom button’s label and icon say what it does', async (t) => {
  const page = await open({})
  const button = page.getByRole('dialog').locator('.zoom')
  const look = () =>
    button.evaluate((one) => [one.ariaLabel, one.querySelector('path')?.getAttribute('d')])
  const before = await look()
  await button.click()
  const after = await look()
  t.same([before[0], after[0]], ['Zoom in', 'Zoom out'])
  t.not(before[1], after[1])
  await button.click()
  t.same(await look(), before)
})

t.test('download saves the largest rendition under the name of its file', async (t) => {
  const page = await open({ lightboxTools: ['download'] })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  t.equal(file.suggestedFilename(), '1.webp')
  t.ok(bench.fixture.requests.includes('/api/v1/deliver/project/1'))
})

t.test('what a page’s policy does not let scripts fetch is opened in a new tab', async (t) => {
  const page = await open({ lightboxTools: ['download'] })
  await page.route(/w=1600/, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  t.match(tab.url(), /w=1600|blank/)
  t.ok(await page.getByRole('dialog').count())
})

t.test('share gives the page’s address to the system', async (t) => {
  for (const deepLink of [false, true]) {
    const page = await open({ lightboxTools: ['share'], deepLink }, (page) =>
      page.evaluate(() => {
        Object.defineProperty(navigator, 'share', {
          value: async (data: object) => Object.assign(window, { shared: data }),
        })
      }),
    )
    await page.getByRole('button', { name: 'Share' }).click()
    const shared = (await page.evaluate('shared')) as { title: string; url: string }
    t.equal(shared.title, 'A valley of spruces in the mist')
    t.equal(shared.url, page.url())
    t.equal(/#vitrine-.*\/2$/.test(shared.url), deepLink)
  }
})

const withoutShare = (write: string) => (page: Page) =>
  page.evaluate((source) => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Reflect.apply(Function(source), null, [text]) },
    })
  }, write)

t.test('without that, the address is copied, which a status says; or shown', async (t) => {
  const copied = await open(
    { lightboxTools: ['share'] },
    withoutShare('window.copied = arguments[0]'),
  )
  await copied.getByRole('button', { name: 'Share' }).click()
  await copied.getByRole('status').getByText('Link copied').waitFor()
  t.equal(await copied.evaluate('window.copied'), copied.url())
  const refused = await open({ lightboxTools: ['share'] }, withoutShare('throw new Error("no")'))
  await refused.getByRole('button', { name: 'Share' }).click()
  await refused.getByRole('status').getByText(refused.url()).waitFor()
})

t.test('small pictures lead to theirs, and are one stop for Tab', async (t) => {
  const page = await open({ lightboxTools: ['thumbnails'] })
  const strip = page.getByRole('group', { name: 'Choose a picture' })
  t.equal(await strip.getByRole('button').count(), 6)
  const current = () => strip.locator('[aria-current=true]').getAttribute('aria-label')
  t.equal(await current(), '2 of 6')
  await strip.getByRole('button', { name: '5 of 6' }).click()
  await settled(page)
  t.equal(await current(), '5 of 6')
  t.equal(await page.getByRole('dialog').locator('.count').textContent(), '5 of 6')
  await strip.locator('[aria-current=true]').focus()
  await page.keyboard.press('ArrowRight')
  t.equal(await current(), '6 of 6')
  const focused = await page.evaluate(
    () => document.querySelector('vitrine-widget')?.shadowRoot?.activeElement?.ariaLabel,
  )
  t.equal(focused, '6 of 6', 'the focus follows')
  t.equal(await strip.locator('[tabindex="0"]').count(), 1)
})

t.test('its texts are in the page’s language', async (t) => {
  const page = await bench.open(
    { layout: 'GRID', config: { lightboxTools: ['share', 'download'] } },
    { page: { html: 'lang="de"' } },
  )
  await openPicture(page)
  t.same(await buttonsOf(page), ['Teilen', 'Herunterladen', 'Schließen'])
})

t.test('axe finds no violation in it, with all its tools', async (t) => {
  const page = await open({ lightboxTools: ['zoom', 'download', 'share', 'thumbnails'] })
  await page.evaluate(axe.source)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run('vitrine-widget'),
    )
    t.same(
      violations.map(({ id }) => id),
      [],
      forcedColors,
    )
  }
})
