import { setTimeout } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { placesOf, visitPlace } from './pages.ts'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { visitAs } from './visit.ts'

/** ms. A page that waits so long shows the room of its data first. */
const latency = 400

/** The cumulative layout shift that is none: reports have two decimals. */
const mostShift = 0.005

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const { page } = await visitAs(t, { url, account })
await page.route('**/api/**', async (route) => {
  await setTimeout(latency)
  await route.continue()
})
await page.addInitScript(`{
  globalThis.vitrineShift = 0
  globalThis.vitrineRoom = false
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) globalThis.vitrineShift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    const waits = document.querySelector('[data-state="loading"], [aria-busy="true"], #frame')
    globalThis.vitrineRoom ||= waits !== null && waits.getClientRects().length > 0
  }).observe(document, { subtree: true, childList: true, attributes: true })
}`)

for (const place of placesOf(sample).filter(({ isPublic }) => !isPublic)) {
  t.test(`${place.name}: its room is shown, and nothing moves when its data arrive`, async (t) => {
    await visitPlace(page, url, place)
    t.ok(await page.evaluate('globalThis.vitrineRoom'), 'it says that it waits')
    const shift = Number(await page.evaluate('globalThis.vitrineShift'))
    t.ok(shift < mostShift, `a shift of ${shift.toFixed(4)}`)
  })
}
