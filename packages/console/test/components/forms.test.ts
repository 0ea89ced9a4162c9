import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { focusOn, openStories } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })
const hears = (words: string) =>
  page.locator('[data-heard]', { hasText: new RegExp(`^${words}$`) }).waitFor()

t.test('a form sends its values by Enter in a field', async () => {
  await show('form')
  await field('Name').fill('Coast')
  await field('Short name').fill('coast')
  await page.keyboard.press('Enter')
  await hears('Coast/coast')
})

t.test('a problem of a field is beside the field, and no alert about the form', async (t) => {
  await show('form')
  await field('Name').fill('Coast 7')
  await button('Create').click()
  await page.getByText('must have no digits').waitFor()
  t.equal(await field('Name').getAttribute('aria-invalid'), 'true')
  t.equal(await field('Short name').getAttribute('aria-invalid'), 'false')
  t.equal(await page.getByRole('alert').count(), 0)
  t.equal(await field('Name').inputValue(), 'Coast 7', 'what was typed stays')
  await field('Name').fill('Coast')
  await button('Create').click()
  await hears('Coast/')
  t.equal(await page.getByText('must have no digits').count(), 0)
})

t.test('problems of fields that the form does not show are about the form', async (t) => {
  await show('form')
  await field('Name').fill('taken')
  await button('Create').click()
  await page.getByRole('alert').getByText('slug is taken; tags[1] is empty').waitFor()
  t.equal(await field('Name').getAttribute('aria-invalid'), 'false')
})

t.test('a refusal of the form is read out, and ends with the next attempt', async (t) => {
  await show('form')
  await field('Name').fill('later')
  await button('Create').click()
  await page.getByRole('alert').getByText('The server does not answer.').waitFor()
  t.equal(await field('Name').getAttribute('aria-invalid'), 'false')
  await field('Name').fill('Coast')
  await button('Create').press('Enter')
  await hears('Coast/')
  t.equal(await page.getByText('The server does not answer.').count(), 0)
})

t.test('a form that waits for its answer is not sent again', async (t) => {
  await show('form')
  await field('Name').fill('never')
  await button('Create').click()
  const pending = page.getByRole('button', { name: /Create/ })
  await page.locator('button[data-pending]').waitFor()
  await field('Name').fill('other')
  await field('Name').press('Enter')
  await pending.click({ force: true })
  t.equal(await heard(), '')
})

/** Dispatched in one task, so React does not render in between. */
const twice = (locator: Locator) =>
  locator.evaluate((one: HTMLElement) => {
    one.click()
    one.click()
  })

t.test('two presses, Enter, and a press in the same moment send one request', async (t) => {
  await show('shortForm')
  await field('Name').fill('Coast')
  await twice(button('Ask'))
  await hears('Coast')
  await field('Name').press('Enter')
  await page.getByRole('button', { name: /Ask/ }).click({ force: true })
  t.equal(await heard(), 'Coast')
  await show('action')
  await twice(button('Send the mail'))
  await hears('asked')
  await show('slowConfirmation')
  await button('Revoke').click()
  await twice(button('Revoke key'))
  await hears('revoked')
})

t.test('without a connection a form says why it cannot be sent', async (t) => {
  await show('form')
  await page.context().setOffline(true)
  await page.getByRole('status').getByText('You are offline.').waitFor()
  t.ok(await button('Create').isDisabled())
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  t.notOk(await button('Create').isDisabled())
})

t.test('what another person has changed elsewhere in the form is taken over', async (t) => {
  await show('editForm')
  await field('Name').fill('Bay')
  await button('Another notes').click()
  await button('Save').click()
  await hears('Bay/Winter')
  t.equal(await field('Note').inputValue(), 'Winter', 'the form shows it')
  t.equal(await button('Take theirs').count(), 0)
})

t.test(
  'a field that both have changed is a choice, and saving again keeps the own value',
  async (t) => {
    await show('editForm')
    await field('Name').fill('Bay')
    await button('Another renames it').click()
    await button('Save').click()
    const news = page.getByRole('alert').filter({ hasText: 'Another person' })
    await news.waitFor()
    t.match(await news.textContent(), 'Name is now “Shore”. Save again to keep yours.')
    t.equal(await heard(), '', 'nothing is sent before the choice')
    await button('Save').click()
    await hears('Bay/Summer')
    t.equal(await news.count(), 0)
  },
)

t.test('theirs is taken by a press, and saved with the rest', async (t) => {
  await show('editForm')
  await field('Name').fill('Bay')
  await field('Note').fill('Autumn')
  await button('Another renames it').click()
  await button('Save').click()
  await button('Take theirs').click()
  t.equal(await field('Name').inputValue(), 'Shore')
  t.equal(await button('Take theirs').count(), 0)
  await button('Save').click()
  await hears('Shore/Autumn')
})

t.test('what another person has emptied is said in other words', async (t) => {
  await show('editForm')
  await field('Note').fill('Autumn')
  await button('Another empties the note').click()
  await button('Save').click()
  await page.getByText('Another person has emptied this: Note. Save again to keep yours.').waitFor()
  await button('Take theirs').click()
  t.equal(await field('Note').inputValue(), '')
})

t.test('both fields are choices of their own', async (t) => {
  await show('editForm')
  await field('Name').fill('Bay')
  await field('Note').fill('Autumn')
  await button('Another renames it').click()
  await button('Another notes').click()
  await button('Save').click()
  await button('Take theirs').first().waitFor()
  t.equal(await button('Take theirs').count(), 2)
  await button('Take theirs').first().click()
  await button('Save').click()
  await hears('Shore/Autumn')
})

t.test('the same change by both is none', async (t) => {
  await show('editForm')
  await field('Name').fill('Shore')
  await button('Another renames it').click()
  await button('Save').click()
  await hears('Shore/Summer')
  t.equal(await button('Take theirs').count(), 0)
})

t.test('a change by a button alone is sent once, and a refusal is a message', async (t) => {
  await show('action')
  const send = page.getByRole('button', { name: /Send the mail/ })
  await send.press('Enter')
  await send.press('Enter')
  t.equal(await heard(), 'asked')
  await button('Answer').click()
  await page.getByText('No mail server is set up.').waitFor()
  await send.click()
  t.equal(await heard(), 'asked, asked')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Close' })
    .click()
  await focusOn(page.getByRole('button', { name: /Send the mail/ }))
})

t.test(
  'a deletion of a state that the person has not seen is refused, and then confirmed',
  async () => {
    await show('deletion')
    await button('Delete').click()
    await hears('deletes 1, refused')
    await button('Delete').click()
    await hears('deletes 1, refused, deletes 2, deleted')
    await show('deletion')
    await button('Delete').click()
    await hears('deletes 1, refused')
    await button('Another changes it').click()
    await button('Delete').click()
    await hears('deletes 1, refused, deletes 2, refused')
    await button('Delete').click()
    await hears('deletes 1, refused, deletes 2, refused, deletes 3, deleted')
  },
)

t.test('as soon as the page shows another state, that one counts', async () => {
  await show('deletion')
  await button('Delete').click()
  await hears('deletes 1, refused')
  await button('Another changes it').click()
  await button('The page reads it').click()
  await button('Delete').click()
  await hears('deletes 1, refused, deletes 3, deleted')
})
