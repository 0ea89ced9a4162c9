import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { type Look, overflow, plainLook, take } from '../browser/looks.ts'
import { axeProblems } from '../browser/visit.ts'
import { openStories } from './open-stories.ts'

/** A folder for pictures of every story. */
const shots = process.env.VITRINE_SCREENSHOTS
if (shots !== undefined) mkdirSync(shots, { recursive: true })

/** What a story needs that more is shown than a closed button. */
const openings: Readonly<Record<string, string>> = {
  dialog: 'Rename',
  confirmation: 'Delete preset card',
  typedConfirmation: 'Delete project',
  longTypedConfirmation: 'Delete organization',
  longDialog: 'Show all',
  shortcuts: 'Show the keys',
  invitationLink: 'Invite again',
  signingKey: 'New key',
  menu: 'More about Coast',
  searchedMenu: 'Project',
  longMenu: 'Long',
  palette: 'Go to …',
  select: 'Austria Country',
}
/** Those whose landmarks would be twice on one page stand alone. */
const alone = ['page', 'latePager']

/** px by which something in an overlay is wider than its frame, which scrolls or cuts it off. */
const overflowInside = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll('[role$="dialog"]')].flatMap((dialog) => [
      ...(dialog.parentElement === null ? [] : [dialog.parentElement]),
      dialog,
      ...dialog.querySelectorAll('*'),
    ])
    const wide = frames
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    return Math.max(0, ...wide)
  })

type Looks = {
  /** Looks of the closed controls, which stand on one page. */
  looks: readonly Look[]
  /** Looks of each page, and of each control that opens something. */
  openLooks: readonly Look[]
}

/** No control has problems of accessibility, or is wider than its window. The first look is checked by all rules. */
export async function checkLooks(t: Test, { looks, openLooks }: Looks): Promise<void> {
  const { page, names, show } = await openStories(t)
  const closed = names.filter((name) => !(name in openings) && !alone.includes(name))

  t.test('controls have no problems of accessibility in any look, and fit into it', async (t) => {
    for (const look of looks) {
      await take(page, look)
      await show(closed, look.direction)
      const options = { isDialog: true, isOtherLook: look !== looks[0] }
      t.same(await axeProblems(page, options), [], look.name)
      t.ok((await overflow(page)) <= 0, `${look.name}: nothing is wider than the window`)
      if (shots !== undefined) {
        await page.screenshot({ path: join(shots, `controls-${look.name}.png`), fullPage: true })
      }
    }
  })

  for (const name of alone) {
    t.test(`${name}: no problems in any look, and fits into it`, async (t) => {
      for (const look of openLooks) {
        await take(page, look)
        await show(name, look.direction)
        const options = { isDialog: name !== 'page', isOtherLook: look !== openLooks[0] }
        t.same(await axeProblems(page, options), [], look.name)
        t.ok((await overflow(page)) <= 0, `${look.name}: nothing is wider than the window`)
      }
    })
  }

  for (const [name, button] of Object.entries(openings)) {
    t.test(`${name}: opened, it has no problems in any look, and fits into it`, async (t) => {
      for (const look of openLooks) {
        await take(page, look)
        await show(name, look.direction)
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor()
        t.same(
          await axeProblems(page, { isDialog: true, isOtherLook: look !== openLooks[0] }),
          [],
          look.name,
        )
        t.ok((await overflow(page)) <= 0, `${look.name}: nothing is wider than the window`)
        t.equal(await overflowInside(page), 0, `${look.name}: nothing is wider than its frame`)
        if (shots !== undefined) {
          await page.screenshot({ path: join(shots, `${name}-${look.name}.png`) })
        }
        await page.keyboard.press('Escape')
      }
    })
  }

  t.test('320 px are enough for each control', async (t) => {
    await take(page, { ...plainLook, width: 320 })
    for (const name of [...closed, ...alone]) {
      await show(name)
      t.ok((await overflow(page)) <= 0, name)
    }
  })
}
