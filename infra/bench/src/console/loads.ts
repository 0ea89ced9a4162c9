import type { Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { openConsolePage, slowDown } from './console-page.js'

const rounds = 5

const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** The sign-in and the library on a phone: 1.6 Mbit/s, 150 ms, a processor four times slower. */
export async function measureLoads(bench: ConsoleBench): Promise<void> {
  const { url, browser, admin, report } = bench
  const { id } = await admin.createProject('Loads')
  const library = `${url}/console/p/${id}/library`
  const times = { signIn: [] as number[], cold: [] as number[], warm: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const stranger = await browser.newContext()
    const page = await stranger.newPage()
    await slowDown(await stranger.newCDPSession(page))
    await page.goto(`${url}/console/sign-in`)
    await page.getByLabel('E-mail').waitFor()
    times.signIn.push(Number(await page.evaluate(largestPaint)) / 1000)
    await stranger.close()

    const { context, page: first } = await openConsolePage(bench)
    const cookies = await context.storageState()
    await first.close()
    await context.close()
    const cold = await browser.newContext({ storageState: cookies })
    const visitor = await cold.newPage()
    await slowDown(await cold.newCDPSession(visitor))
    times.cold.push(await secondsUntilUsable(visitor, library))
    times.warm.push(await secondsUntilUsable(visitor, library))
    await cold.close()
  }
  report.atMost('sign-in, largest paint', times.signIn, 's', 2)
  report.atMost('library usable, cold', times.cold, 's', 3.5)
  report.atMost('library usable, warm', times.warm, 's', 1)
}

/**
 * Until a button of the page can be pressed: nothing lies over it. Read in the page at each frame, because Playwright
 * looks for an element twice a second.
 */
const untilUsable = `new Promise((resolve) => {
  const find = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Upload')
  const look = () => {
    const button = find()
    const { left, top, width, height } = button?.getBoundingClientRect() ?? {}
    const hit = button && document.elementFromPoint(left + width / 2, top + height / 2)
    if (hit && !button.disabled && button.contains(hit)) resolve(performance.now() / 1000)
    else requestAnimationFrame(look)
  }
  look()
})`

/** From the beginning of the navigation on. */
async function secondsUntilUsable(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const seconds = Number(await page.evaluate(untilUsable))
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click({ trial: true })
  return seconds
}
