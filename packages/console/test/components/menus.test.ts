import t from '@vitrine/testing/t'
import { focusOn, openStories } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const item = (name: string) => page.getByRole('menuitem', { name })
const menu = page.getByRole('menu')
/** The focus stays in the search while the arrows lead through the entries. */
const active = page.locator('[role="menuitem"][data-focused]')
const closed = () => menu.waitFor({ state: 'detached' })

t.test('a menu opens by the pointer and by an arrow, and says so', async (t) => {
  await show('menu')
  const more = button('More about Coast')
  t.equal(await more.getAttribute('aria-haspopup'), 'menu')
  t.equal(await more.getAttribute('aria-expanded'), 'false')
  await more.press('ArrowDown')
  await page.getByRole('menu', { name: 'Coast' }).waitFor()
  await focusOn(item('Rename'))
  const stays = page.locator('[aria-haspopup="menu"]')
  t.equal(await stays.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Escape')
  await closed()
  await focusOn(more)
  t.equal(await more.getAttribute('aria-expanded'), 'false')
  t.equal(await heard(), '')
})

t.test('arrows lead from entry to entry, and round', async (t) => {
  await show('menu')
  await button('More about Coast').press('ArrowUp')
  await focusOn(item('Rename'))
  await page.keyboard.press('ArrowDown')
  await focusOn(item('Copy address'))
  await page.keyboard.press('ArrowDown')
  await focusOn(item('Delete'))
  await page.keyboard.press('ArrowDown')
  await focusOn(item('Rename'))
  await page.keyboard.press('End')
  await focusOn(item('Delete'))
  await page.keyboard.press('Enter')
  await closed()
  t.equal(await heard(), 'deleted')
  await focusOn(button('More about Coast'))
})

t.test('letters lead to an entry, whose hint is a description', async (t) => {
  await show('menu')
  await button('More about Coast').click()
  await menu.waitFor()
  await page.keyboard.type('co')
  await focusOn(item('Copy address'))
  t.match(await item('Copy address').textContent(), 'Of the original')
  await page.keyboard.press('Enter')
  await closed()
  t.equal(await heard(), 'copied')
})

t.test('a press beside a menu closes it, and presses nothing', async (t) => {
  await show('menu')
  await button('More about Coast').click()
  await menu.waitFor()
  const box = await page.getByText('Beside it').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await closed()
  t.equal(await heard(), '')
  await button('Beside it').click()
  t.equal(await heard(), 'pressed')
})

t.test('a menu of many has a search, and the arrows lead through what it finds', async (t) => {
  await show('searchedMenu')
  await button('Project').click()
  const search = page.getByRole('searchbox', { name: 'Find a project' })
  await focusOn(search)
  t.equal(await page.getByRole('group', { name: 'Kunsthalle' }).count(), 1)
  await search.fill('DE')
  t.same(await page.getByRole('menuitem').allTextContents(), ['Depot'])
  await search.fill('')
  await search.pressSequentially(' æ ')
  t.same(await page.getByRole('menuitem').allTextContents(), ['Ære', 'Ænima'])
  await active.filter({ hasText: 'Ære' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await active.filter({ hasText: 'Ænima' }).waitFor()
  await page.keyboard.press('Enter')
  await closed()
  t.equal(await heard(), 'Ænima')
  await focusOn(button('Project'))
})

t.test('a search without a hit says so', async (t) => {
  await show('searchedMenu')
  await button('Project').click()
  await page.getByRole('searchbox').fill('nowhere')
  await page.getByText('Nothing has this name.').waitFor()
  t.equal(await item('Archive').count(), 0)
  await page.getByRole('searchbox').fill('')
  await item('Archive').waitFor()
})

t.test('the palette has a name, and the Tab key stays in it', async (t) => {
  await show('palette')
  await button('Go to …').press('Enter')
  const name = 'Go to a page, or do something'
  await page.getByRole('dialog', { name }).waitFor()
  const search = page.getByRole('searchbox', { name })
  await focusOn(search)
  t.same(await page.getByRole('menuitem').allTextContents(), [
    'Library',
    'Audit log',
    'BiennaleKunsthalle',
    'Sign out',
  ])
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    const isInside = await page
      .getByRole('dialog', { name })
      .evaluate((dialog) => dialog.contains(document.activeElement))
    t.ok(isInside, key)
  }
})

t.test('the palette finds by letters in their order, and runs after it is closed', async (t) => {
  await show('palette')
  await button('Go to …').click()
  await focusOn(page.getByRole('searchbox'))
  await page.keyboard.type('al')
  t.same(await page.getByRole('menuitem').allTextContents(), ['Audit log', 'BiennaleKunsthalle'])
  await active.filter({ hasText: 'Audit log' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await heard(), 'audit')
  await focusOn(button('Go to …'))
})

t.test('the palette says that nothing has a name, and Escape leads back', async (t) => {
  await show('palette')
  await button('Go to …').click()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByText('Nothing has this name.').waitFor()
  await page.keyboard.press('Enter')
  t.equal(await heard(), '')
  await page.keyboard.press('Escape')
  await item('Library').waitFor()
  t.equal(await page.getByRole('searchbox').inputValue(), '', 'the first one empties the search')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusOn(button('Go to …'))
})

t.test('a menu opens at the side to which the lines run', async (t) => {
  const offset = async (direction: 'ltr' | 'rtl') => {
    await show('menu', direction)
    await page.locator('[aria-haspopup="menu"]').evaluate((one) => {
      one.parentElement?.style.setProperty('text-align', 'center')
    })
    await button('More about Coast').click()
    const [list, opener] = [
      await menu.boundingBox(),
      await page.locator('[aria-haspopup="menu"]').boundingBox(),
    ]
    await page.keyboard.press('Escape')
    await closed()
    return (list?.x ?? 0) + (list?.width ?? 0) / 2 - (opener?.x ?? 0)
  }
  t.ok((await offset('ltr')) < 0, 'it ends where its button ends')
  t.ok((await offset('rtl')) > 0, 'mirrored')
})
