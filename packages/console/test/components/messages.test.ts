import t from '@vitrine/testing/t'
import { focusOn, openStories, stopClock } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const region = page.getByRole('region', { name: 'Messages' })
const messages = page.getByRole('alertdialog')
const close = () => messages.first().getByRole('button', { name: 'Close' }).click()

/** Closes those of the former test, which outlive a story. */
async function fresh(story: string): Promise<void> {
  await show(story)
  while ((await messages.count()) > 0) await close()
}

/** Messages have a time, and the clock is that of the test from here on. */
await stopClock(page)

t.test('a message is read out, and leaves the focus where it is', async (t) => {
  await fresh('toasts')
  await button('Save').press('Enter')
  await messages.waitFor()
  t.match(await messages.textContent(), /^Saved \d+\.$/)
  const announced = messages.locator('[role="alert"]')
  t.equal(await announced.count(), 1, 'the words are an alert')
  await focusOn(button('Save'))
})

t.test('three messages are shown at once, and the next one when one is closed', async (t) => {
  await fresh('toasts')
  for (let index = 0; index < 5; index += 1) await button('Fail').click()
  await messages.nth(2).waitFor()
  t.equal(await messages.count(), 3)
  for (const left of [3, 3, 2, 1]) {
    await close()
    t.equal(await messages.count(), left)
  }
})

t.test('a message goes after five seconds, one with an action after twelve', async (t) => {
  await fresh('toasts')
  await button('Save').click()
  await button('Move').click()
  await messages.nth(1).waitFor()
  await page.clock.runFor(4500)
  t.equal(await messages.count(), 2)
  await page.clock.runFor(1000)
  await messages.filter({ hasText: 'Saved' }).waitFor({ state: 'detached' })
  t.equal(await messages.filter({ hasText: '12 pictures moved.' }).count(), 1)
  await page.clock.runFor(7000)
  await messages.waitFor({ state: 'detached' })
})

t.test('the time stands still while the pointer or the focus is in the messages', async (t) => {
  await fresh('toasts')
  await button('Move').click()
  await messages.waitFor()
  await messages.hover()
  await page.clock.runFor(20_000)
  t.equal(await messages.count(), 1, 'the pointer')
  await button('Undo').focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  t.equal(await messages.count(), 1, 'the focus')
})

t.test('what failed stays until it is closed', async (t) => {
  await fresh('toasts')
  await button('Fail').click()
  await messages.waitFor()
  await page.clock.runFor(600_000)
  t.match(await messages.textContent(), 'The name is taken.')
  await close()
  t.equal(await messages.count(), 0)
})

t.test('undo is done once, and its message goes', async (t) => {
  await fresh('toasts')
  await button('Move').click()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await messages.waitFor({ state: 'detached' })
  t.equal(await heard(), 'undone')
})

t.test('a key leads into the messages, and closing the last one leads back', async (t) => {
  await fresh('toasts')
  await button('Fail').press('Enter')
  await messages.waitFor()
  await page.keyboard.press('F6')
  await focusOn(region)
  t.not(await region.evaluate((one) => getComputedStyle(one).outlineStyle), 'none')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await focusOn(messages.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await messages.waitFor({ state: 'detached' })
  await focusOn(button('Fail'))
})

t.test('a message above a dialog can be closed, and the dialog stays', async (t) => {
  await fresh('toastBesideDialog')
  await button('Open').click()
  await button('Save the name').click()
  await messages.filter({ hasText: 'Renamed.' }).getByRole('button', { name: 'Close' }).click()
  await page.getByText('Renamed.').waitFor({ state: 'detached' })
  t.equal(await page.getByRole('dialog', { name: 'Rename' }).count(), 1)
})

t.test('long words of a message stay in the window', async (t) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await fresh('toasts')
  await button('Long').click()
  const box = await messages.boundingBox()
  t.ok(box !== null && box.x >= 0 && box.x + box.width <= 360)
  t.ok(await messages.evaluate((one) => one.scrollWidth <= one.clientWidth))
  await close()
  await page.setViewportSize({ width: 1280, height: 800 })
})

t.test('bars and rings say how much is done, within 0 and 100', async (t) => {
  await show('progress')
  const value = (name: string) =>
    page.getByRole('progressbar', { name }).getAttribute('aria-valuenow')
  t.equal(await value('Uploads'), '25')
  t.equal(await value('This file'), '50')
  t.equal(await value('Too much'), '100')
  t.equal(await value('Not begun'), '0')
})

t.test('a budget says how much is used, and is marked when it is nearly spent', async (t) => {
  await show('meters')
  const level = (name: string) =>
    page.locator('[data-level]', { hasText: name }).getAttribute('data-level')
  t.equal(await level('120 of 1,000'), 'free')
  t.equal(await level('85 of 100'), 'nearly')
  t.equal(await level('12 of 10'), 'full')
  t.equal(await level('0 of 0'), 'full', 'a budget of nothing is spent')
  const widths = await page
    .locator('[data-level] [aria-hidden] > span')
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.inlineSize))
  t.same(widths, ['12%', '85%', '100%', '100%', '0%'])
})

t.test('an avatar is an ornament with up to two letters', async (t) => {
  await show('avatars')
  const texts = await page
    .locator('[data-tint]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-text')))
  t.same(texts, ['AL', 'GB', '𝒜', ''])
  t.equal(await page.locator('[data-tint]:not([aria-hidden="true"])').count(), 0)
})

t.test('headings are in their order, and the parts of a page have names', async (t) => {
  await show('page')
  t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Members')
  t.same((await page.getByRole('heading', { level: 2 }).allTextContents()).slice(0, 2), [
    'Open invitations',
    'Name',
  ])
  t.equal(await page.getByRole('main').count(), 1)
})

t.test('a page that loads says so to those who do not see it', async (t) => {
  await show('waiting')
  t.equal(await page.getByRole('status').textContent(), 'Loading')
  await show('skeleton')
  t.equal(await page.locator('[data-state="loading"]').getAttribute('aria-hidden'), 'true')
  t.equal(await page.locator('[data-state="loading"] > span').count(), 4)
})

t.test(
  'a picture that does not load is asked for again, and has its colour until then',
  async (t) => {
    let asked = 0
    const dune = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
    await page.route('**/picture/dune.svg', (route) => {
      asked += 1
      return asked < 3
        ? route.fulfill({ status: 503 })
        : route.fulfill({ body: dune, contentType: 'image/svg+xml' })
    })
    await show('picture')
    const picture = page.getByRole('img', { name: 'A dune' })
    const color = () => picture.evaluate((one) => getComputedStyle(one).backgroundColor)
    t.equal(await color(), 'rgb(200, 100, 0)')
    while (asked < 3) await page.clock.runFor(3000)
    await page.locator('img[data-loaded]').waitFor()
    t.equal(asked, 3)
    t.equal(await color(), 'rgba(0, 0, 0, 0)', 'the colour ends when the picture is there')
  },
)
