import t from '@vitrine/testing/t'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)
const open = (config = {}, html = 'lang="en"') =>
  bench.open(
    { layout: 'GRID', config: { lightbox: true, ariaLabel: 'Prints', ...config } },
    { page: { html } },
  )

t.test('its code is loaded on the first sign of interest, not before', async (t) => {
  bench.fixture.requests.length = 0
  const page = await open()
  const isFetched = () => bench.fixture.requests.some((path) => path.includes('lightbox'))
  t.notOk(isFetched())
  const answered = page.waitForResponse(/lightbox/)
  await page.locator('a.open').first().hover()
  await answered
  t.ok(isFetched())
})

t.test('it is a named modal dialog; Escape closes it and restores the focus', async (t) => {
  const page = await open()
  const link = page.getByRole('link', { name: 'A valley of spruces' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Prints' })
  await dialog.waitFor()
  t.ok(await dialog.evaluate((one) => one.matches(':modal')))
  t.equal(await dialog.locator('.count').textContent(), '2 of 6')
  t.equal(await dialog.locator('.count').getAttribute('aria-live'), 'polite')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  t.ok(await link.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement))
})

t.test('Tab stays inside the dialog', async (t) => {
  const page = await open()
  await page.locator('a.open').first().click()
  await page.getByRole('dialog').waitFor()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const inner = document.querySelector('vitrine-widget')?.shadowRoot?.activeElement
      return inner !== null && inner !== undefined && inner.closest('dialog') === null
    })
    if (isOutside) t.fail(`outside after ${step + 1}`)
  }
  t.pass()
})

t.test('arrows, Home, End and the buttons move between the pictures, and wrap', async (t) => {
  for (const [html, forward] of [
    ['lang="en"', 'ArrowRight'],
    ['lang="en" dir="rtl"', 'ArrowLeft'],
  ] as const) {
    const page = await open({}, html)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.locator('a.open').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const seen = async () => {
      const shown = await dialog
        .locator('.page')
        .evaluateAll((pages) =>
          pages
            .filter((one) => Math.abs(one.getBoundingClientRect().left) < 2)
            .map(({ ariaLabel }) => ariaLabel),
        )
      return `${shown}: ${await dialog.locator('.count').textContent()}`
    }
    for (const [key, expected] of [
      [forward, '2 of 6: 2 of 6'],
      ['End', '6 of 6: 6 of 6'],
      [forward, '1 of 6: 1 of 6'],
    ] as const) {
      await page.keyboard.press(key)
      t.equal(await seen(), expected, `${html} ${key}`)
    }
    await dialog.getByRole('button', { name: 'Previous picture' }).click()
    t.equal(await seen(), '6 of 6: 6 of 6')
    await dialog.getByRole('button', { name: 'Next picture' }).click()
    t.equal(await seen(), '1 of 6: 1 of 6')
  }
})

t.test('opening a picture stops rotation', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL', config: { autoplay: true, lightbox: true } })
  await page.locator('.slide:not([inert]) a').click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  t.ok(await page.getByRole('button', { name: 'Start rotation' }).isVisible())
})

t.test('if its code fails to load, the link is followed', async (t) => {
  const page = await open()
  await page.route(/lightbox/, (route) => route.abort())
  await page.locator('a.open').first().click()
  await page.waitForURL(/\/deliver\/.*w=1920/)
  t.pass()
})

t.test('a modified click is left to the browser', async (t) => {
  const page = await open()
  const opened = page.context().waitForEvent('page')
  await page
    .locator('a.open')
    .first()
    .click({ modifiers: ['Control'] })
  t.match((await opened).url(), /deliver|blank/)
  t.equal(await page.getByRole('dialog').count(), 0)
})
