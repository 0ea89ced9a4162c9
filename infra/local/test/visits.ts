import { until } from '@vitrine/testing'
import type { Browser, Frame, Page } from 'playwright-core'

/** What a page or a frame in it has told of itself. */
type Told = {
  /** Widgets that came to life. */
  ready: number
  /** Cumulative layout shift. */
  shift: number
  violations: string[]
}

declare global {
  interface Window {
    told: Told
  }
}

type Left = { frame: Frame; url: string }

export type Visit = {
  page: Page
  /** What went wrong in it and its frames until now. */
  problems: readonly string[]
  /** Pictures whose request was given up. */
  left: readonly Left[]
  close: () => Promise<void>
}

/** Runs in each page and frame, before anything else. A text: what runs the suites adds to code. */
const listen = `
const told = window.told = { ready: 0, shift: 0, violations: [] }
addEventListener('vitrine-ready', () => { told.ready += 1 })
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  told.violations.push(violatedDirective + ' ' + blockedURI))
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) told.shift += value
}).observe({ type: 'layout-shift', buffered: true })`

/** Opens pages of a site, in a browser that keeps nothing from one to the next. */
export const createVisits =
  (browser: Browser, site: string) =>
  async (path: string): Promise<Visit> => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
    const page = await context.newPage()
    // A busy machine takes long: the test's own limit ends a vain wait.
    page.setDefaultTimeout(0)
    await page.addInitScript({ content: listen })
    const problems: string[] = []
    const left: Left[] = []
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('response', (answer) => {
      if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.url()}`)
    })
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      const isLeft = request.resourceType() === 'image' && reason === 'net::ERR_ABORTED'
      if (isLeft) left.push({ frame: request.frame(), url: request.url() })
      else problems.push(`${reason} ${request.url()}`)
    })
    await page.goto(site + path)
    return {
      page,
      problems,
      left,
      close: () => context.close(),
    }
  }

export const toldBy = (frame: Frame): Promise<Told> => frame.evaluate(() => window.told)

/**
 * Resolves when so many widgets have come to life. A busy machine takes long: the test's own limit ends
 * this.
 *
 * @throws the problems of the page, once there are any.
 */
export const untilReady = (frame: Frame, count: number, problems: readonly string[]) =>
  until(async () => {
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return (await frame.evaluate(() => window.told?.ready ?? 0)) >= count
  })

/** Resolves when each picture on the screen is there, and what that has moved is told of. */
export async function untilShown(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => {
    const widgets = [...document.querySelectorAll('vitrine-widget')]
    const pictures = widgets.flatMap(({ shadowRoot }) => [
      ...(shadowRoot?.querySelectorAll('img') ?? []),
    ])
    return pictures.every((picture) => {
      const { bottom, left, right, top } = picture.getBoundingClientRect()
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      return !isSeen || picture.closest('[inert]') || picture.naturalWidth > 0
    })
  })
  await frame.evaluate(
    () => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told))),
  )
}

/**
 * Of the pictures that were left, those that were larger than what is shown: somebody chose a size
 * before the widget had its own. Frames share what their process has in memory, so Chromium leaves
 * a picture for a larger one that another frame has: that is fine.
 */
export async function askedInVain(left: readonly Left[]): Promise<string[]> {
  const isInVain = async ({ frame, url }: Left): Promise<boolean> => {
    const pictures = frame.locator('vitrine-widget img')
    const shown = await pictures.evaluateAll((all) =>
      all.map((one) => (one as HTMLImageElement).currentSrc),
    )
    const { pathname } = new URL(url)
    const instead = shown.filter((other) => other !== '' && new URL(other).pathname === pathname)
    return instead.some((other) => widthIn(other) < widthIn(url))
  }
  const inVain = await Promise.all(left.map(isInVain))
  return left.filter((_, index) => inVain[index]).map(({ url }) => url)
}

const widthIn = (url: string): number => Number(new URL(url).searchParams.get('w'))

/** The frames of the page, scrolled to one after the other, each with its widget alive. */
export async function openFrames({ page, problems }: Visit): Promise<Frame[]> {
  const frames: Frame[] = []
  for (const element of await page.locator('.vitrine-frame iframe').all()) {
    await element.evaluate((one) => one.scrollIntoView())
    const frame = await (await element.elementHandle())?.contentFrame()
    if (!frame) throw new Error('a frame without a page')
    await untilReady(frame, 1, problems)
    await untilShown(frame)
    frames.push(frame)
  }
  return frames
}
