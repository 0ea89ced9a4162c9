import { may, type Role, type RoledCall } from '@vitrine/sdk/roles'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { type Control, controls } from './controls.ts'
import { type Place, placesOf, turnTo, visitPlace } from './pages.ts'
import { addMember, createSample, type Person } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const owner: Person = { ...account, name: 'Ada Curator' }
/** An admin may do what an editor may not, and no more than the owner. */
const people: Record<Exclude<Role, 'ADMIN'>, Person> = {
  VIEWER: await addMember(url, account, 'VIEWER'),
  EDITOR: await addMember(url, account, 'EDITOR'),
  OWNER: owner,
}

/** The controls of the place that the role has, of all that the table has there. */
async function shownAt(page: Page, place: Place, role: Role, person: Person) {
  const shown: RoledCall[] = []
  const here = [...controls].filter(([, { at }]) => at === place.name)
  for (const [call, control] of here) {
    if (await isShown(page, control, { person, isExpected: may(role, call) })) shown.push(call)
  }
  return { shown, expected: here.map(([call]) => call).filter((call) => may(role, call)) }
}

async function isShown(
  page: Page,
  { inside, find }: Control,
  { person, isExpected }: { person: Person; isExpected: boolean },
): Promise<boolean> {
  const opener = inside?.opener(page, person)
  if (inside !== undefined && opener !== undefined) {
    if (!isExpected && (await opener.count()) === 0) return false
    await opener.click()
    await inside.opened(page).waitFor()
  }
  const found = find(page).first()
  if (isExpected) await found.waitFor()
  const isVisible = await found.isVisible()
  if (inside !== undefined) {
    await page.keyboard.press('Escape')
    await inside.opened(page).waitFor({ state: 'detached' })
  }
  return isVisible
}

/** Whoever may do the least sees every page that the role may see; others those with controls. */
const placesFor = (role: Role): Place[] =>
  places.filter(
    ({ name, isPublic, needs }) =>
      !isPublic &&
      (needs === undefined || may(role, needs)) &&
      (role === 'VIEWER' || [...controls.values()].some(({ at }) => at === name)),
  )

for (const [role, person] of Object.entries(people) as [Role, Person][]) {
  t.test(`${role}: no control leads to a refusal, and each permitted call has one`, async (t) => {
    const { page } = await visit(t, { viewport: { width: 1440, height: 900 } })
    const refused: string[] = []
    page.on('response', (response) => {
      const call = `${response.request().method()} ${new URL(response.url()).pathname}`
      if (response.status() === 403) refused.push(call)
    })
    await signIn(page, url, person)
    const addresses = new Set<string>()
    for (const place of placesFor(role)) {
      await turnTo(page, url, place)
      const { shown, expected } = await shownAt(page, place, role, person)
      t.same(shown, expected, place.name)
      const links = await page.locator('a[href^="/console/"]').all()
      for (const link of links) addresses.add(String(await link.getAttribute('href')))
    }
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('button', { name: 'Organization' }).click()
    await page.getByRole('menuitem', { name: 'Members' }).waitFor()
    const isInMenu = (await page.getByRole('menuitem', { name: 'Audit log' }).count()) > 0
    for (const { needs, path, name } of places) {
      if (needs === undefined) continue
      const isLinked = name === 'audit' ? isInMenu : addresses.has(`/console/${path}`)
      t.equal(isLinked, may(role, needs), `${name} is in the navigation of those who may see it`)
    }
    t.same(refused, [], 'no call was refused')
  })
}

t.test('an address that a role may not see says so', async (t) => {
  const { page } = await visit(t)
  await signIn(page, url, people.VIEWER)
  for (const place of places.filter(({ needs }) => needs !== undefined)) {
    await visitPlace(page, url, place)
    await page
      .getByText(/for admins|Your role does not allow this/)
      .first()
      .waitFor()
  }
})
