import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)
const { refusals, requests } = bench.fixture
const longerThanAnyPauseMs = 100_000

/** Opens a page with one picture, which delivery rejects until `refusals` is cleared. */
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

/** Scrolls the widget out of view, or into it, and waits until the browser has noticed. */
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

t.test(
  'a picture that keeps failing is retried six times, and again when it re-enters the view',
  async (t) => {
    const page = await openRefused(300)
    const before = countOf(300)
    for (let again = 1; again <= 6; again++) {
      while (countOf(300) < before + again) await page.clock.runFor(longerThanAnyPauseMs)
    }
    // The delay after the last failure only starts once the page has seen it.
    await page.waitForLoadState('networkidle')
    for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
    t.equal(countOf(300), before + 6)
    refusals.clear()
    await scrollPage(page, 5000)
    t.equal(countOf(300), before + 6, 'no retry out of view')
    await scrollPage(page, 0)
    await page.locator('img.loaded').waitFor()
    t.equal(countOf(300), before + 7)
  },
)

t.test('a picture out of view is not retried', async (t) => {
  const page = await openRefused(301)
  await scrollPage(page, 5000)
  const before = countOf(301)
  refusals.clear()
  for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
  t.equal(countOf(301), before)
  await scrollPage(page, 0)
  await page.locator('img.loaded').waitFor()
})

t.test('a picture is retried as soon as the browser is back online', async (t) => {
  const page = await openRefused(302)
  await page.context().setOffline(true)
  for (let turn = 0; turn < 5; turn++) await page.clock.runFor(longerThanAnyPauseMs)
  refusals.clear()
  await page.context().setOffline(false)
  await page.locator('img.loaded').waitFor()
  t.pass()
})
