import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { anyDialog, dialogOf, dialogs, type Opening } from './dialogs.ts'
import { placesOf, turnTo, visitPlace } from './pages.ts'
import { callsOf, createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const { page } = await visitAs(t, { url, account })

const hasFocus = (locator: Locator) => locator.and(page.locator(':focus')).waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

/** The name of the control that has the focus; null if it is outside of the open dialog. */
const stop = (selector: string) => {
  const element = document.activeElement as HTMLInputElement | null
  if (!element?.closest(selector)) return null
  const label = element.labels?.[0]?.querySelector('strong, [id$="-name"]') ?? element.labels?.[0]
  return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent)?.trim()
}

const place = async (name: string, go = visitPlace) => {
  const found = places.find((one) => one.name === name)
  if (found !== undefined) await go(page, url, found)
}

async function open({ button: name, entry }: Pick<Opening, 'button' | 'entry'>): Promise<void> {
  // In a list, where keys come to a row first, its menu is opened by the pointer.
  if (entry === undefined) await button(name).press('Enter')
  else {
    await button(name).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await dialogOf(page).waitFor()
}

for (const [at, openings] of dialogs) {
  t.test(`${at}: a dialog is accessible, the focus starts in it, and goes back`, async (t) => {
    await place(at, turnTo)
    for (const opening of openings) {
      const name = [opening.button, opening.entry].filter(Boolean).join(', ')
      await open(opening)
      const first = await page.waitForFunction(stop, anyDialog)
      t.match(await first.jsonValue(), opening.first, `${name}: the focus starts there`)
      t.same(await axeProblems(page, { isDialog: true }), [], name)
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      const opener = page.getByRole('button', { name: opening.button, exact: true })
      // In a list that can be reordered, a row takes the focus for its controls.
      await hasFocus(button(opening.button).or(page.getByRole('row').filter({ has: opener })))
    }
  })
}

/** Dialogs that remove their opener, and the element that has the focus afterwards. */
const goners = [
  {
    at: 'project-settings',
    button: 'Delete the preset card',
    act: 'Delete preset',
    left: 'New preset',
  },
  { at: 'members', button: /^Withdraw the invitation of /, act: 'Withdraw', left: 'Invite' },
  {
    at: 'library',
    button: 'More about Coast',
    entry: 'Delete',
    act: 'Delete folder',
    left: /^All pictures/,
  },
  { at: 'keys', button: 'More about Shop', entry: 'Revoke …', act: 'Revoke', left: 'New key' },
]

t.test(
  'the focus stays near its place if the opener goes after the dialog has closed',
  async (t) => {
    const path = `/api/projects/${sample.projectId}/api-keys`
    await callsOf(url, account)('POST', path, { name: 'Museum' })
    await place('keys')
    await open({ button: 'More about Museum', entry: 'Revoke …' })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    t.teardown(release)
    await page.route(`**${path}*`, async (route) => {
      if (route.request().method() === 'GET') await released
      await route.continue()
    })
    await dialogOf(page).getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
    await dialogOf(page).getByRole('button', { name: 'Done' }).press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    await hasFocus(button('More about Museum'))
    release()
    await page.getByRole('listitem').filter({ hasText: 'Shop' }).locator(':focus').waitFor()
    await page.unroute(`**${path}*`)
  },
)

for (const { at, act, left, ...opening } of goners) {
  t.test(`${at}: after its opener has gone, a dialog leaves the focus near its place`, async () => {
    await place(at)
    await open(opening)
    await dialogOf(page).getByRole('button', { name: act, exact: true }).press('Enter')
    const done = dialogOf(page).getByRole('button', { name: 'Done' })
    await done.or(page.locator('body:not(:has([role$="dialog"]))')).first().waitFor()
    if (await done.isVisible()) await done.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    await hasFocus(button(left))
  })
}
