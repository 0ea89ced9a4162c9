import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { close, dialogs, open } from './dialogs.ts'
import { allLooks, fewLooks, type Look, overflow, someLooks, take } from './looks.ts'
import { type Place, placesOf, turnTo, visitPlace } from './pages.ts'
import { callsOf, createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { axeProblems, signIn, visit } from './visit.ts'

/** A folder for pictures of every page; then all looks are taken, not three of them. */
const shots = process.env.VITRINE_SCREENSHOTS
const looks = shots === undefined ? someLooks : allLooks
if (shots !== undefined) mkdirSync(shots, { recursive: true })

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
// Each change of the look would be drawn many times.
const still = { reducedMotion: 'reduce' } as const
const { page: stranger } = await visit(t, still)
const { page: owner } = await visit(t, still)
await signIn(owner, url, account)

async function keepShot(page: Page, place: Place, look: Look): Promise<void> {
  if (shots === undefined || look.direction === 'rtl' || look.forcedColors === 'active') return
  const path = join(shots, `${place.name}-${look.colorScheme}-${look.width}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}

for (const place of places) {
  t.test(`${place.name}: accessible in every look, and fits into 320 px`, async (t) => {
    const page = place.isPublic === true ? stranger : owner
    await turnTo(page, url, place)
    for (const look of looks) {
      await take(page, look)
      // A narrow page has other elements; forced colours have the same.
      const isOtherLook = look.forcedColors === 'active'
      t.same(await axeProblems(page, { isOtherLook }), [], look.name)
      t.ok((await overflow(page)) <= 0, `${look.name}: nothing is wider than the window`)
      await keepShot(page, place, look)
    }
    const [first] = allLooks
    if (first === undefined) return
    await take(page, { ...first, width: 320 })
    t.ok((await overflow(page)) <= 0, '320 px are enough')
    for (const opening of dialogs.get(place.name) ?? []) {
      await take(page, first)
      await open(page, opening)
      const name = [opening.button, opening.entry].filter(Boolean).join(', ')
      for (const look of fewLooks) {
        await take(page, look)
        const options = { isDialog: true, isOtherLook: look !== first }
        t.same(await axeProblems(page, options), [], `${name}: ${look.name}`)
        t.ok((await overflow(page)) <= 0, `${name} fits: ${look.name}`)
      }
      await close(page)
    }
    await take(page, first)
  })
}

t.test('a page with a tooltip is accessible', async (t) => {
  await owner.setViewportSize({ width: 1440, height: 900 })
  await owner.goto(`${url}/console/p/${sample.projectId}/keys`)
  await owner.locator('time').first().hover()
  await owner.getByRole('tooltip').waitFor()
  t.same(await axeProblems(owner), [])
})

type Stop = { name: string; isVisible: boolean; isInOrder: boolean }

/** Where the focus is, and whether that comes after where it was. */
const stop = `(() => {
  const element = document.activeElement
  if (element === document.body) return null
  const before = window.vitrineBefore
  window.vitrineBefore = element
  const isMarked = (one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  }
  const labels = [...(element.labels ?? [])].map(({ textContent }) => textContent)
  return {
    name: (element.getAttribute('aria-label') ?? labels[0] ?? element.textContent).trim(),
    isVisible: isMarked(element) || isMarked(element.closest('li, [data-row]') ?? element),
    isInOrder: !before || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  }
})()`

/** The names of the first stops of the Tab key. */
const orders: Record<string, (string | RegExp)[]> = {
  // Its first field has the focus already.
  'sign-in': ['Password', 'Show password', 'Forgot your password?', 'Sign in', 'Create an account'],
  library: [
    'Skip to the page',
    /Summer/,
    'Library',
    'Widgets',
    'Analytics',
    'API keys',
    'Settings',
  ],
  widgets: [
    'Skip to the page',
    /Summer/,
    'Library',
    'Widgets',
    'Analytics',
    'API keys',
    'Settings',
  ],
  editor: ['Skip to the page', /Summer/, 'Library', 'Widgets', 'Analytics', 'API keys', 'Settings'],
}
const stops = 20

for (const place of places.filter(({ name }) => name in orders)) {
  t.test(`${place.name}: the Tab key goes through it in its order, with names`, async (t) => {
    const page = place.isPublic === true ? stranger : owner
    await visitPlace(page, url, place)
    const seen: Stop[] = []
    while (seen.length < stops) {
      await page.keyboard.press('Tab')
      const next = (await page.evaluate(stop)) as Stop | null
      if (next === null) break
      seen.push(next)
    }
    const expected = orders[place.name] ?? []
    t.match(seen.map(({ name }) => name).slice(0, expected.length), expected)
    for (const { name, isVisible, isInOrder } of seen) {
      t.not(name, '', 'each stop has a name')
      t.ok(isVisible, `${name} shows that it has the focus`)
      t.ok(isInOrder, `${name} comes in the order of the page`)
    }
  })
}

t.test('in forced colours, which have no backgrounds, the open page is marked', async (t) => {
  await owner.setViewportSize({ width: 1440, height: 900 })
  await owner.goto(`${url}/console/p/${sample.projectId}/library`)
  const rail = owner.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Library' }).waitFor()
  const marked = `[...document.querySelectorAll('nav a')]
    .filter((link) => getComputedStyle(link).outlineStyle === 'solid')
    .map(({ textContent }) => textContent)`
  await owner.emulateMedia({ forcedColors: 'active' })
  t.same(await owner.evaluate(marked), ['Library'])
  await owner.emulateMedia({ forcedColors: 'none' })
})

t.test('names of 200 letters without a space fit into narrow windows', async (t) => {
  const calls = callsOf(url, account)
  const name = 'x'.repeat(200)
  const project = `/api/projects/${sample.projectId}`
  await calls('PUT', project, { name })
  await calls('PUT', `/api/organizations/${account.organizationId}`, { name })
  for (const id of [sample.draftId, sample.liveId]) {
    await calls('PUT', `${project}/widgets/${id}`, { name })
  }
  await calls('POST', `${project}/api-keys`, { name })
  await owner.setViewportSize({ width: 360, height: 780 })
  // With the names of before it is left.
  await owner.goto('about:blank')
  for (const place of places.filter(({ isPublic }) => isPublic !== true)) {
    await turnTo(owner, url, place)
    t.ok((await overflow(owner)) <= 0, `${place.name}: nothing is wider than the window`)
  }
})
