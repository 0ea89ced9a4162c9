import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { openStories } from './open-stories.ts'

// Forced colours have no backgrounds: what a control says by one alone is lost.
const { page, show } = await openStories(t, { forcedColors: 'active' })

const style = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)

t.test('a box shows its tick only while it is checked', async (t) => {
  await show('checkboxes')
  const tick = page.locator('label', { hasText: 'Decorative' }).locator('svg')
  t.equal(await style(tick, 'visibility'), 'hidden')
  await page.getByRole('checkbox', { name: 'Decorative' }).press('Space')
  t.equal(await style(tick, 'visibility'), 'visible')
})

t.test('a pressed chip differs from others', async (t) => {
  await show('chips')
  const color = (name: string) => style(page.getByRole('button', { name }), 'background-color')
  const released = await color('Missing alt 214')
  t.not(await color('Unused 88'), released)
  await page.getByRole('button', { name: 'Missing alt 214' }).click()
  t.not(await color('Missing alt 214'), released)
})

t.test('bars and budgets have a frame, and what is done differs from the rest', async (t) => {
  for (const story of ['progress', 'meters']) {
    await show(story)
    const done = page.locator('div > span[style*="inline-size"]').first()
    t.equal(await style(done.locator('..'), 'border-top-style'), 'solid', story)
    t.not(
      await style(done, 'background-color'),
      await style(done.locator('..'), 'background-color'),
      story,
    )
  }
})

t.test('notices and badges have an edge', async (t) => {
  await show('notices')
  const notice = page
    .locator('div', { hasText: /^A sentence of the tone badLook$|tone bad/ })
    .last()
  t.equal(await style(notice.locator('..'), 'outline-style'), 'solid')
  t.equal(await style(page.getByText('good', { exact: true }), 'outline-style'), 'solid')
})

t.test('the entry that Enter chooses is marked, and lines part the groups', async (t) => {
  await show('palette')
  await page.getByRole('button', { name: 'Go to …' }).click()
  await page.getByRole('searchbox').pressSequentially('aud')
  const entry = page.locator('[role="menuitem"][data-focused]')
  await entry.filter({ hasText: 'Audit log' }).waitFor()
  t.equal(await style(entry, 'outline-style'), 'solid')
  await page.keyboard.press('Enter')
  await show('menu')
  await page.getByRole('button', { name: 'More about Coast' }).click()
  t.equal(await style(page.getByRole('separator'), 'border-top-style'), 'solid')
})
