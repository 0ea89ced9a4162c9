import t from '@vitrine/testing/t'
import { focusOn, openStories } from './open-stories.ts'

const { page, show, heard } = await openStories(t, { permissions: ['clipboard-write'] })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tip = page.getByRole('tooltip')

t.test(
  'a button acts once by pointer, Enter and Space, and not while it is disabled',
  async (t) => {
    await show('buttons')
    await button('Duplicate').click()
    await button('New widget').press('Enter')
    await button('Delete').press('Space')
    t.equal(await heard(), 'duplicated, created, deleted')
    t.ok(await button('Publish').isDisabled())
    await button('Publish').click({ force: true })
    t.equal(await heard(), 'duplicated, created, deleted')
  },
)

t.test('the Tab key leaves out what is disabled', async (t) => {
  await show('buttons')
  await button('Duplicate').focus()
  const seen: string[] = []
  for (let index = 0; index < 4; index += 1) {
    await page.keyboard.press('Tab')
    seen.push((await page.locator(':focus').textContent()) ?? '')
  }
  t.same(seen, ['New widget', 'Skip', 'Delete', 'Edit'])
})

t.test('a button whose call is not answered keeps the focus and sends nothing twice', async (t) => {
  await show('pendingButton')
  const send = page.getByRole('button', { name: /^Send/ })
  await send.press('Enter')
  await send.press('Enter')
  await send.click({ force: true })
  t.equal(await heard(), 'sent')
  await focusOn(send)
  t.equal(await send.getAttribute('aria-disabled'), 'true')
  await button('Answer').click()
  await send.click()
  t.equal(await heard(), 'sent, sent')
})

t.test('a button with an icon alone has a name, and shows it to the keyboard', async (t) => {
  await show('iconButtons')
  await page.keyboard.press('Tab')
  await focusOn(button('Undo'))
  await tip.waitFor()
  t.equal(await tip.textContent(), 'Undo')
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await tip.filter({ hasText: 'Uploads' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await tip.waitFor({ state: 'detached' })
  t.equal(await heard(), 'undone')
})

t.test('a press by the pointer shows no tip, a pointer that rests does', async (t) => {
  await show('iconButtons')
  await button('Undo').hover()
  await tip.waitFor()
  await button('Undo').click()
  await tip.waitFor({ state: 'detached' })
  t.equal(await heard(), 'undone')
  await page.mouse.move(0, 0)
  t.equal(await tip.count(), 0)
})

t.test('a short time is described by the exact one', async (t) => {
  await show('exactTime')
  const time = button('3 minutes ago')
  const exact = 'Nov 24, 2026, 9:30:15 AM UTC'
  t.equal(await described(time), exact)
  t.equal(await time.locator('time').getAttribute('datetime'), '2026-11-24T09:30:15.000Z')
  await page.keyboard.press('Tab')
  await tip.waitFor()
  t.equal(await tip.textContent(), exact)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await time.click()
  t.equal(await tip.textContent(), exact, 'a touch shows it, too')
})

const described = (locator: ReturnType<typeof button>): Promise<string> =>
  locator.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

t.test('a secret is copied by its button, which says so', async (t) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await show('secret')
  await button('Copy').click()
  await button('Copied').waitFor()
  t.equal(await page.getByRole('status').textContent(), 'It is in the clipboard.')
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), 'vpat_3kQ9vX2mT7Lw')
})

t.test('a browser that allows no copying leaves the value to be selected', async (t) => {
  await page.context().clearPermissions()
  await page.context().grantPermissions([])
  await show('secret')
  await button('Copy').click()
  await page.getByText('The browser does not allow copying.').waitFor()
  t.equal(await button('Copied').count(), 0, 'nothing claims the opposite')
  await page.getByText('vpat_3kQ9vX2mT7Lw').click()
  t.equal(await page.evaluate(() => String(getSelection()).trim()), 'vpat_3kQ9vX2mT7Lw')
})

t.test('of segments one is pressed, and each is a stop of the Tab key', async (t) => {
  await show('segments')
  const group = page.getByRole('group', { name: 'View' })
  const pressed = group.getByRole('button', { pressed: true })
  t.same(await pressed.allTextContents(), ['Grid'])
  await group.getByRole('button', { name: 'List' }).press('Space')
  t.same(await pressed.allTextContents(), ['List'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  t.same(await pressed.allTextContents(), ['Phone'])
  t.equal(await group.getByRole('button', { name: 'Phone, 390 px' }).count(), 1)
  t.equal(await heard(), 'list, phone')
})

t.test('a chip is pressed and released', async (t) => {
  await show('chips')
  const chip = button('Missing alt 214')
  t.equal(await chip.getAttribute('aria-pressed'), 'false')
  await chip.click()
  t.equal(await chip.getAttribute('aria-pressed'), 'true')
  await chip.press('Space')
  t.equal(await chip.getAttribute('aria-pressed'), 'false')
  t.equal(await heard(), 'true, false')
})

t.test('a switch is one, and a disabled one stays as it is', async (t) => {
  await show('switches')
  const autoplay = page.getByRole('switch', { name: 'Autoplay' })
  t.notOk(await autoplay.isChecked())
  await autoplay.press('Space')
  t.ok(await autoplay.isChecked())
  t.ok(await page.getByRole('switch', { name: 'Loop' }).isChecked())
  const captions = page.getByRole('switch', { name: 'Captions' })
  t.ok(await captions.isDisabled())
  await captions.click({ force: true })
  t.equal(await heard(), 'true')
})
