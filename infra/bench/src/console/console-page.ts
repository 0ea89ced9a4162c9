import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Admin } from '../admin.js'

/** Slower is a failure. */
const patienceMs = 300_000

type Options = { url: string; browser: Browser; admin: Pick<Admin, 'account'> }

/** A browser with a session, and a tab. */
export async function openConsolePage({ url, browser, admin }: Options) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  await page.goto(`${url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(admin.account.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.account.password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return { context, page }
}

/** Pictures are answered at once: no row measures them. */
export const withoutPictures = (target: Page | BrowserContext): Promise<unknown> =>
  target.route('**/api/v1/deliver/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>',
    }),
  )

/** CPU time and memory of the main thread of a page's renderer. */
export async function meterOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (name: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  }
  return {
    session,
    /** s */
    cpuSeconds: () => read('TaskDuration'),
    heapMb: async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage')
      return (await read('JSHeapUsedSize')) / 2 ** 20
    },
    cpuOf: async (work: () => Promise<unknown>): Promise<number> => {
      const before = await read('TaskDuration')
      await work()
      return (await read('TaskDuration')) - before
    },
  }
}

/** A fast 3G connection and a phone's processor. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: 1_600_000 / 8 },
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Durations of all interactions of a page from now on, ms: of keys, clicks and taps. */
export async function interactionsOf(page: Page) {
  await page.addInitScript(`
    window.benchInteractions = []
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId > 0) window.benchInteractions.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })`)
  return async (): Promise<number[]> =>
    (await page.evaluate('window.benchInteractions')) as number[]
}
