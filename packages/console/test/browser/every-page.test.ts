import t from '@vitrine/testing/t'
import { overflow, plainLook, take } from './looks.ts'
import { placesOf, turnTo, visitPlace } from './pages.ts'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { axeProblems, visit, visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const { page: stranger } = await visit(t)
const { page: owner } = await visitAs(t, { url, account })

/** Pictures that are not there. */
const broken = `[...document.images]
  .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
  .map(({ src }) => src)`

for (const place of places) {
  t.test(`${place.name}: accessible, with its pictures, and fits into 320 px`, async (t) => {
    const page = place.isPublic ? stranger : owner
    await turnTo(page, url, place)
    await take(page, plainLook)
    t.same(await axeProblems(page), [])
    t.same(await page.evaluate(broken), [], 'every picture is there')
    t.ok((await overflow(page)) <= 0, 'nothing is wider than the window')
    await take(page, { ...plainLook, width: 320 })
    t.ok((await overflow(page)) <= 0, '320 px are enough')
    t.same(await axeProblems(page), [], 'also in a narrow window')
    await take(page, plainLook)
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

const shell = [
  'Skip to the page',
  /Summer/,
  'Library',
  'Widgets',
  'Analytics',
  'API keys',
  'Settings',
]
/** The names of the first stops of the Tab key. */
const orders: Record<string, (string | RegExp)[]> = {
  // Its first field has the focus already.
  'sign-in': ['Password', 'Show password', 'Forgot your password?', 'Sign in', 'Create an account'],
  library: shell,
  widgets: shell,
  editor: shell,
}
const stops = 20

for (const place of places.filter(({ name }) => name in orders)) {
  t.test(`${place.name}: the Tab key goes through it in its order, with names`, async (t) => {
    const page = place.isPublic ? stranger : owner
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
