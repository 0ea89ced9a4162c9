import type { Page } from 'playwright-core'
import t from 'tap'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)
const { refusals, requests } = bench.fixture
const longerThanAnyPauseMs = 100_000

/** Opens a page with one picture, which delivery refuses until `refusals` are cleared. */
async function openRefused(first: number): Promise<Page> {
  refusals.set(`${first}`, Number.POSITIVE_INFINITY)
  const page = await bench.open(
    { layout: 'LIST_VERTICAL', count: 1, first },
    { page: { hasOwnClock: true }, after: '<div style="height:9000px"></div>' },
  )
  await page.locator('img.failed').waitFor({ state: 'attached' })
  return page
}

const countOf = (number: number) =>
  requests.filter((path) => path.endsWith(`/deliver/project/${number}`)).length

/** Scrolls, and resolves when the browser has noticed that the widget is out of view, or in view. */
const scrollPage = (page: Page, top: number) =>
  page.evaluate(
    (to) =>
      new Promise<void>((noticed) => {
        const widget = document.querySelector('vitrine-widget')
        const sight = new IntersectionObserver(
          ([entry]) => entry?.isIntersecting === (to === 0) && noticed(),
        )
        if (widget) sight.observe(widget)
        window.scrollTo(0, to)
      }),
    top,
  )

t.test('one that keeps failing is requested six times more, and when seen again', async (t) => {
  const page = await openRefused(300)
  const before = countOf(300)
  for (let again = 1; again <= 6; again++) {
    while (countOf(300) < before + again) await page.clock.runFor(longerThanAnyPauseMs)
  }
  // Its last failure has reached the page when the pause after it can end.
  await page.waitForLoadState('networkidle')
  for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
  t.equal(countOf(300), before + 6)
  refusals.clear()
  await scrollPage(page, 5000)
  t.equal(countOf(300), before + 6, 'not out of view')
  await scrollPage(page, 0)
  await page.locator('img.loaded').waitFor()
  t.equal(countOf(300), before + 7)
})

t.test('out of view it is not requested', async (t) => {
  const page = await openRefused(301)
  await scrollPage(page, 5000)
  const before = countOf(301)
  refusals.clear()
  for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
  t.equal(countOf(301), before)
  await scrollPage(page, 0)
  await page.locator('img.loaded').waitFor()
})

t.test('back online it is requested at once', async (t) => {
  const page = await openRefused(302)
  await page.context().setOffline(true)
  for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
  refusals.clear()
  await page.context().setOffline(false)
  await page.locator('img.loaded').waitFor()
  t.pass()
})
