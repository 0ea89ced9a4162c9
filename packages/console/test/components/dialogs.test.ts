import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { focusOn, openStories } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const question = (name: string) => page.getByRole('alertdialog', { name })

const focused = (at: Page): Promise<string> =>
  at.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
  })

/** The names of the stops of the Tab key in an open dialog, from where the focus is until it comes back. */
async function round(): Promise<string[]> {
  const names = [await focused(page)]
  while (names.length < 12) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (name === names[0]) break
    names.push(name)
  }
  return names
}

t.test('a dialog has the name of its title, and keeps the Tab key', async (t) => {
  await show('dialog')
  await button('Rename').press('Enter')
  await dialog('Rename the folder').waitFor()
  await focusOn(page.getByLabel('Name', { exact: true }))
  const stops = ['Name', 'Former name', 'More about Coast', 'Cancel', 'Save', 'Close']
  t.same(await round(), stops)
  await page.keyboard.press('Shift+Tab')
  t.equal(await focused(page), 'Close')
  const below = page.locator('button', { hasText: /^Rename$/ })
  t.ok(await below.evaluate((one) => one.closest('[inert], [aria-hidden="true"]') !== null))
})

const orders: [story: string, opener: string, title: string, stops: string[]][] = [
  ['shortcuts', 'Show the keys', 'Keys', ['Close']],
  ['invitationLink', 'Invite again', 'The invitation is ready', ['Close', 'Copy', 'Done']],
  ['signingKey', 'New key', 'Copy the secret now', ['Close', 'Copy', 'I have copied it']],
  [
    'confirmation',
    'Delete preset card',
    'Delete the preset?',
    ['Close', 'Cancel', 'Delete preset'],
  ],
  [
    'typedConfirmation',
    'Delete project',
    'Delete the project?',
    ['Type Summer 2026 to go on', 'Cancel', 'Close'],
  ],
]

for (const [story, opener, title, stops] of orders) {
  t.test(`${title}: the Tab key goes round in it, and Escape leads back`, async (t) => {
    await show(story)
    await button(opener).press('Enter')
    const shown = page.locator('[role$="dialog"]')
    await shown.getByRole('heading', { name: title }).waitFor()
    t.equal(
      await shown.evaluate(
        (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent,
      ),
      title,
    )
    t.ok(await shown.evaluate((one) => one.contains(document.activeElement)))
    if (!stops.includes(await focused(page))) await page.keyboard.press('Tab')
    // The focus starts at the first control of the body, which is not the first stop.
    const start = stops.indexOf(await focused(page))
    t.same(await round(), [...stops.slice(start), ...stops.slice(0, start)])
    // Away from the button, whose tip would be closed first.
    await shown.evaluate((one) => one instanceof HTMLElement && one.focus())
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await focusOn(button(opener))
  })
}

t.test('Escape closes what is on top: a tip, a menu, and then the dialog', async (t) => {
  await show('dialog')
  await button('Rename').click()
  await button('Former name').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  t.equal(await dialog('Rename the folder').count(), 1, 'the tip alone is closed')
  await button('More about Coast').click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  t.equal(await dialog('Rename the folder').count(), 1, 'the menu alone is closed')
  await focusOn(button('More about Coast'))
  await button('Cancel').focus()
  await page.keyboard.press('Escape')
  await dialog('Rename the folder').waitFor({ state: 'detached' })
  await focusOn(button('Rename'))
})

t.test('a press beside a dialog closes it, but not a question', async (t) => {
  await show('dialog')
  await button('Rename').click()
  await dialog('Rename the folder').waitFor()
  await page.mouse.click(5, 5)
  await dialog('Rename the folder').waitFor({ state: 'detached' })
  await show('signingKey')
  await button('New key').click()
  await question('Copy the secret now').waitFor()
  await page.mouse.click(5, 5)
  await page.getByText('It is shown this once').click()
  t.equal(await question('Copy the secret now').count(), 1, 'the secret is not lost by a slip')
  await button('I have copied it').click()
  await question('Copy the secret now').waitFor({ state: 'detached' })
})

t.test('a refusal is read out in the question, which stays for another attempt', async (t) => {
  await show('confirmation')
  await button('Delete preset card').click()
  const shown = question('Delete the preset?')
  await shown.getByRole('button', { name: 'Delete preset' }).click()
  t.equal(await shown.getByRole('alert').textContent(), 'The service is busy. Try again.')
  t.equal(await heard(), '')
  await shown.getByRole('button', { name: 'Delete preset' }).click()
  await shown.waitFor({ state: 'detached' })
  t.equal(await heard(), 'deleted')
  await focusOn(button('Delete preset card'))
})

t.test('a question that is closed forgets its refusal', async (t) => {
  await show('confirmation')
  await button('Delete preset card').click()
  const shown = question('Delete the preset?')
  await shown.getByRole('button', { name: 'Delete preset' }).click()
  await shown.getByRole('alert').waitFor()
  await button('Cancel').click()
  await shown.waitFor({ state: 'detached' })
  await button('Delete preset card').click()
  await shown.waitFor()
  t.ok(await shown.locator('[role="alert"]').isHidden())
})

t.test('while the service has not answered, a change is not sent twice', async (t) => {
  await show('slowConfirmation')
  await button('Revoke').click()
  const shown = question('Revoke the key?')
  await shown.getByRole('button', { name: 'Revoke key' }).click()
  const sending = shown.getByRole('button', { name: /Confirming …/ })
  await sending.click({ force: true })
  await sending.press('Enter')
  t.equal(await heard(), 'revoked')
})

t.test('the name has to be typed, spaces around it do not count', async (t) => {
  await show('typedConfirmation')
  await button('Delete project').click()
  const confirm = button('Delete for ever')
  const typed = page.getByLabel('Type Summer 2026 to go on')
  for (const wrong of ['', 'Summer', 'summer 2026', 'Summer 2026!']) {
    await typed.fill(wrong)
    t.ok(await confirm.isDisabled(), `“${wrong}”`)
  }
  await typed.fill(' Summer 2026 ')
  await confirm.press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  t.equal(await heard(), 'deleted')
})

t.test('without a connection a question says why it cannot be confirmed', async (t) => {
  await show('confirmation')
  await button('Delete preset card').click()
  await page.context().setOffline(true)
  const shown = question('Delete the preset?')
  const confirm = shown.getByRole('button', { name: 'Delete preset' })
  await shown.getByText('You are offline.').waitFor()
  t.ok(await confirm.isDisabled())
  t.notOk(await button('Cancel').isDisabled())
  await page.context().setOffline(false)
  await shown.getByText('You are offline.').waitFor({ state: 'detached' })
  t.notOk(await confirm.isDisabled())
})

t.test('what is longer than the window scrolls, between the title and the buttons', async (t) => {
  await page.setViewportSize({ width: 360, height: 500 })
  await show('longDialog')
  await button('Show all').click()
  const done = button('Done')
  await done.waitFor()
  const last = page.getByText('Picture 40 of the widget')
  t.ok((await done.boundingBox())?.y ?? 999 < 500)
  await last.scrollIntoViewIfNeeded()
  const [box, edge] = [await last.boundingBox(), await done.boundingBox()]
  t.ok(
    box !== null && edge !== null && box.y + box.height <= edge.y,
    'the last line is above the buttons',
  )
  await done.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
