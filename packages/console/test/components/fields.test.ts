import t from '@vitrine/testing/t'
import { focusOn, openStories, stopClock } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

const describedBy = (name: string): Promise<string> =>
  field(name).evaluate((element) => {
    const id = element.getAttribute('aria-describedby')
    return (id === null ? null : document.getElementById(id)?.textContent) ?? ''
  })

t.test('a field has its label as a name, and its hint as a description', async (t) => {
  await show('textFields')
  t.equal(await field('Name').inputValue(), 'Kunsthalle')
  t.equal(await describedBy('Name'), 'All members see it.')
  t.equal(await field('Name').getAttribute('aria-invalid'), 'false')
  t.ok(await field('Name').evaluate((element) => element.matches(':required')))
  await page.getByText('Name', { exact: true }).click()
  await focusOn(field('Name'))
})

t.test(
  'a problem takes the place of the hint, for those who see it and those who do not',
  async (t) => {
    await show('textFields')
    t.equal(await describedBy('Short name'), 'must not have spaces')
    t.equal(await page.getByText('Small letters, digits and hyphens.').count(), 0)
    for (const name of ['Short name', 'Description']) {
      t.equal(await field(name).getAttribute('aria-invalid'), 'true', name)
    }
    t.equal(await field('Description').evaluate(({ tagName }) => tagName), 'TEXTAREA')
    t.equal(await describedBy('Description'), 'is longer than 2,000 letters')
  },
)

t.test('what is read-only can be read and copied, what is disabled is left out', async (t) => {
  await show('textFields')
  await field('Description').focus()
  await page.keyboard.press('Tab')
  await focusOn(field('Identifier'))
  await page.keyboard.type('x')
  t.equal(await field('Identifier').inputValue(), '0f6f6a3e')
  t.equal(await describedBy('Identifier'), '')
  t.ok(await field('Region').isDisabled())
})

t.test('a box is checked by its words and by Space', async (t) => {
  await show('checkboxes')
  const decorative = page.getByRole('checkbox', { name: 'Decorative', exact: true })
  await page.getByText('Decorative').click()
  t.ok(await decorative.isChecked())
  await decorative.press('Space')
  t.notOk(await decorative.isChecked())
  t.equal(await heard(), 'true, false')
  const id = (await decorative.getAttribute('aria-describedby')) ?? ''
  t.equal(
    await page.locator(`[id="${id}"]`).textContent(),
    'Screen readers skip such pictures.',
    'its hint is no part of its name',
  )
})

t.test('a box that is read-only has the focus, and stays as it is', async (t) => {
  await show('checkboxes')
  const read = page.getByRole('checkbox', { name: 'Read', exact: true })
  await read.press('Space')
  await page.getByText('Read', { exact: true }).click()
  t.ok(await read.isChecked())
  t.equal(await read.getAttribute('aria-readonly'), 'true')
  t.equal(await heard(), '')
})

t.test('of choices one is taken, by the arrow keys too, and Tab enters them once', async (t) => {
  await show('choices')
  const group = page.getByRole('group', { name: 'Role' })
  const editor = group.getByRole('radio', { name: 'Editor', exact: true })
  await page.keyboard.press('Tab')
  await focusOn(editor)
  await page.keyboard.press('ArrowDown')
  t.ok(await group.getByRole('radio', { name: 'Admin' }).isChecked())
  await page.keyboard.press('ArrowDown')
  t.ok(await group.getByRole('radio', { name: 'Viewer' }).isChecked(), 'it goes round')
  t.equal(await heard(), 'ADMIN, VIEWER')
  await group.getByText('Uploads pictures and edits widgets.').click()
  t.ok(await editor.isChecked(), 'the sentence belongs to the choice')
})

t.test('a select opens by a key, finds by letters, and keeps the focus', async (t) => {
  await show('select')
  const button = page.getByRole('button', { name: /Country/ })
  const list = page.getByRole('listbox', { name: 'Country' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await list.waitFor()
  t.same(await list.getByRole('option', { selected: true }).allTextContents(), ['Austria'])
  await page.keyboard.type('ch')
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'detached' })
  t.equal(await heard(), 'cl')
  t.match(await button.textContent(), 'Chile')
  await focusOn(button)
})

t.test('Escape closes a select without a change', async (t) => {
  await show('select')
  const button = page.getByRole('button', { name: /Country/ })
  await button.click()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  t.equal(await heard(), '')
  t.match(await button.textContent(), 'Austria')
  await focusOn(button)
})

t.test(
  'the choice of a select is named beside the label, and a disabled one is closed',
  async (t) => {
    await show('selects')
    const region = page.getByRole('button', { name: /Region/ })
    t.match(await region.textContent(), 'Belgium')
    t.ok(await region.isDisabled())
    t.notMatch(await region.textContent(), 'Three languages', 'hints are for the list')
  },
)

t.test('the list of the browser has a name, and gives the key of the entry', async (t) => {
  await show('nativeSelect')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Size' })
  t.equal(await heard(), 'size')
})

t.test('a day that is cleared is none', async (t) => {
  await show('dayField')
  const day = page.getByLabel('From')
  await day.fill('2026-11-02')
  await day.fill('')
  t.equal(await heard(), '2026-11-02, undefined')
  t.same(
    await day.evaluate((element) => [element.getAttribute('min'), element.getAttribute('max')]),
    ['2026-11-01', '2026-11-30'],
  )
})

t.test('a search follows the letters once they pause, without spaces around them', async (t) => {
  await stopClock(page)
  await show('liveSearch')
  const search = page.getByRole('searchbox', { name: 'Name or e-mail' })
  await search.pressSequentially(' ad')
  await search.pressSequentially('a ')
  await page.clock.runFor(300)
  t.equal(await heard(), 'ada')
  await search.pressSequentially(' ')
  await page.clock.runFor(300)
  t.equal(await heard(), 'ada', 'a space changes nothing')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForFunction(() => document.querySelector('input')?.value === 'from the address')
  await page.clock.runFor(300)
  t.equal(await heard(), 'ada, from the address')
})
