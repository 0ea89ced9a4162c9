import t from '@vitrine/testing/t'
import { close as closeByKey, dialogOf, dialogs, moreDialogs, open } from './dialogs.ts'
import { placesOf, turnTo } from './pages.ts'
import { reachProblems, tightSizes } from './reach.ts'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const { page } = await visitAs(t, { url, account })
const wide = { width: 1440, height: 900 }

const place = async (name: string) => {
  const found = places.find((one) => one.name === name)
  if (found !== undefined) await turnTo(page, url, found)
}

/** Away from its buttons, whose tips would be closed first. */
async function close(): Promise<void> {
  await dialogOf(page).focus()
  await closeByKey(page)
}

/** In each window: everything in the open dialog, and what axe finds on a phone. */
async function problemsOfDialog(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const size of tightSizes) {
    const name = `${size.width} × ${size.height}`
    found[name] = await reachProblems(page, size)
    if (size.width === 390) {
      found[`${name}, axe`] = await axeProblems(page, { isDialog: true, isOtherLook: true })
    }
  }
  return found
}

const noProblems = Object.fromEntries(
  tightSizes.flatMap(({ width, height }) => {
    const name = `${width} × ${height}`
    return [[name, []], ...(width === 390 ? [[`${name}, axe`, []]] : [])]
  }),
)

for (const [at, openings] of dialogs) {
  t.test(`${at}: the end of each dialog is reached by mouse, touch and keys`, async (t) => {
    await page.setViewportSize(wide)
    await place(at)
    for (const opening of openings) {
      await page.setViewportSize(wide)
      await open(page, opening)
      t.same(await problemsOfDialog(), noProblems, `${opening.button} ${opening.entry ?? ''}`)
      await close()
    }
  })
}

for (const { at, name, width = wide.width, steps } of moreDialogs) {
  t.test(`${at}, ${name}: the end of the dialog is reached by mouse, touch and keys`, async (t) => {
    await page.setViewportSize({ ...wide, width })
    await place(at)
    for (const step of steps) await step(page)
    await dialogOf(page).waitFor()
    t.same(await problemsOfDialog(), noProblems)
    await close()
  })
}
