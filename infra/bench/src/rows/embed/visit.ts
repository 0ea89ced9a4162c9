import { findChromium } from '@vitrine/local/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Signals are handled by the run itself, so that it can clean up. */
export const launch = async (log: (line: string) => void): Promise<Browser> =>
  chromium.launch({
    // Playwright's default of 30 s is too short for a busy machine.
    timeout: 0,
    executablePath: await findChromium(log),
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

export type Visit = {
  /** The largest paint. That of a frame is its own, measured from the start of the page's load. */
  paint: { ms: number; url: string }
  /** Sum of the layout shifts without input. */
  shift: number
  longTasksMs: number
  /** From input to the next paint, ms: one for each interaction that took 16 ms or more. */
  interactionsMs: number[]
  /** Contents of the scripts and style sheets. */
  scripts: Buffer[]
}

type Options = {
  isSlowNetwork?: boolean
  /** How many times slower than this machine. */
  slowdown?: number
  /** What the visitor does when everything has loaded. */
  act?: (page: Page) => Promise<unknown>
}

/** Loads a page on a phone with an empty cache. */
export async function visit(browser: Browser, url: string, options: Options = {}): Promise<Visit> {
  const { isSlowNetwork = false, slowdown = 1, act } = options
  const visitor = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await visitor.newPage()
    page.setDefaultTimeout(0)
    await page.addInitScript(observe)
    const bodies: Promise<Buffer>[] = []
    page.on('response', (response) => {
      const isCode = ['script', 'stylesheet'].includes(response.request().resourceType())
      if (isCode) bodies.push(response.body())
    })
    const session = await visitor.newCDPSession(page)
    if (isSlowNetwork) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slow4G)
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url, { waitUntil: 'load', timeout: 0 })
    await page.waitForLoadState('networkidle')
    const frame = page.frames().find((one) => one.parentFrame() !== null) ?? page.mainFrame()
    const [start, paint] = await Promise.all([page.evaluate(startOf), frame.evaluate(paintIn)])
    await act?.(page)
    const seen =
      await page.evaluate<Pick<Visit, 'shift' | 'longTasksMs' | 'interactionsMs'>>(
        reportWhenPainted,
      )
    const scripts = await Promise.all(bodies)
    return { ...seen, paint: { ms: paint.at - start, url: paint.url }, scripts }
  } finally {
    await visitor.close()
  }
}

/** 1.6 Mbit/s, 150 ms. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Runs in the page, before any script of it. */
const observe = `{
  const seen = globalThis.seen = { shift: 0, longTasksMs: 0, interactions: new Map() }
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, durationThreshold: 16 })
  watch('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.shift += value })
  watch('longtask', ({ duration }) => { seen.longTasksMs += duration })
  watch('event', ({ interactionId, duration }) => {
    if (interactionId) seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0))
  })
}`

const reportWhenPainted = `new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(() => {
  const { shift, longTasksMs, interactions } = seen
  resolve({ shift, longTasksMs, interactionsMs: [...interactions.values()] })
}, 100)), 100))`

const startOf = () => performance.timeOrigin

/** The last entry is the largest; its time as Unix time, ms. */
const paintIn = () =>
  new Promise<{ at: number; url: string }>((resolve) => {
    const type = 'largest-contentful-paint'
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { url: string }
      resolve({ at: performance.timeOrigin + last.startTime, url: last.url })
    }).observe({ type, buffered: true })
  })

/** Uses a control again and again, as fast as a person does. */
export const press =
  (selector: string, times = 20) =>
  async (page: Page) => {
    const control = page.locator(selector).first()
    await control.scrollIntoViewIfNeeded()
    const box = await control.boundingBox()
    if (box === null) throw new Error(`there is no ${selector} to press`)
    for (let time = 0; time < times; time += 1) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await page.waitForTimeout(600)
    }
  }

/** Opens the first picture large, and closes it. */
export const openAndClose =
  (times = 5) =>
  async (page: Page) => {
    const box = await page.locator('vitrine-widget').first().boundingBox()
    if (box === null) throw new Error('there is no widget to open')
    for (let time = 0; time < times; time += 1) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4)
      await page.locator('vitrine-widget dialog[open]').waitFor()
      await page.waitForTimeout(600)
      await page.keyboard.press('Escape')
      await page.locator('vitrine-widget dialog[open]').waitFor({ state: 'detached' })
      await page.waitForTimeout(600)
    }
  }

/** Scrolls through the page until every widget is shown. */
export async function scrollThrough(page: Page): Promise<void> {
  const isAtEnd = `{
    scrollBy(0, innerHeight)
    scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  }`
  while (!(await page.evaluate(isAtEnd))) await page.waitForTimeout(250)
  await page.waitForFunction(
    `[...document.querySelectorAll('vitrine-widget')].every(({ shadowRoot }) => shadowRoot?.querySelector('.live'))`,
  )
}
