import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { close, dialogs, open } from '../browser/dialogs.ts'
import { allLooks, type Look, overflow, plainLook, take } from '../browser/looks.ts'
import { type Place, placesOf, turnTo } from '../browser/pages.ts'
import { createSample } from '../browser/sample.ts'
import { startStack } from '../browser/stack.ts'
import { axeProblems, visit, visitAs } from '../browser/visit.ts'

/** A folder for pictures of every page. */
const shots = process.env.VITRINE_SCREENSHOTS
if (shots !== undefined) mkdirSync(shots, { recursive: true })

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const { page: stranger } = await visit(t)
const { page: owner } = await visitAs(t, { url, account })

async function keepShot(page: Page, place: Place, look: Look): Promise<void> {
  if (shots === undefined || look.direction === 'rtl' || look.forcedColors === 'active') return
  const path = join(shots, `${place.name}-${look.colorScheme}-${look.width}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}

for (const place of places) {
  t.test(`${place.name}: accessible in every look, and fits into it`, async (t) => {
    const page = place.isPublic ? stranger : owner
    await turnTo(page, url, place)
    for (const look of allLooks) {
      await take(page, look)
      // A narrow page has other elements; forced colours have the same.
      const isOtherLook = look.forcedColors === 'active'
      t.same(await axeProblems(page, { isOtherLook }), [], look.name)
      t.ok((await overflow(page)) <= 0, `${look.name}: nothing is wider than the window`)
      await keepShot(page, place, look)
    }
    for (const opening of dialogs.get(place.name) ?? []) {
      await take(page, plainLook)
      await open(page, opening)
      const name = [opening.button, opening.entry].filter(Boolean).join(', ')
      for (const look of allLooks) {
        await take(page, look)
        const isOtherLook = look.forcedColors === 'active'
        const problems = await axeProblems(page, { isDialog: true, isOtherLook })
        t.same(problems, [], `${name}: ${look.name}`)
        t.ok((await overflow(page)) <= 0, `${name} fits: ${look.name}`)
      }
      await close(page)
    }
    await take(page, plainLook)
  })
}
