import { until } from '@vitrine/testing'
import type { Browser, Frame, Page } from 'playwright-core'

/** Reports of a page or of a frame in it. */
type Told = {
  /** Number of ready widgets. */
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
  /** Problems of the page and its frames so far. */
  problems: readonly string[]
  /** Pictures whose requests were cancelled. */
  left: readonly Left[]
  close: () => Promise<void>
}

/** Runs first in each page and frame. A string, because tsx instruments functions. */
const listen = `
const told = window.told = { ready: 0, shift: 0, violations: [] }
addEventListener('vitrine-ready', () => { told.ready += 1 })
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  told.violations.push(violatedDirective + ' ' + blockedURI))
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) told.shift += value
}).observe({ type: 'layout-shift', buffered: true })`

/** Opens pages of a site in a browser that shares no state between them. */
export const createVisits =
  (browser: Browser, site: string) =>
  async (path: string): Promise<Visit> => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
    const page = await context.newPage()
    // A busy machine is slow; the test's own timeout ends a failed wait.
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
 * Resolves when `count` widgets are ready. On a busy machine the test's own timeout ends the wait.
 *
 * @throws the page's problems as soon as there are any.
 */
export const untilReady = (frame: Frame, count: number, problems: readonly string[]) =>
  until(async () => {
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return (await frame.evaluate(() => window.told?.ready ?? 0)) >= count
  })

/** Resolves when each picture in view is loaded and its layout shifts are reported. */
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
 * Cancelled pictures larger than the displayed ones: their size was chosen before the widget had
 * its own. Frames of a process share a memory cache, so Chromium cancels a picture in favour of a
 * larger one of another frame, which is fine.
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

/** Scrolls to the frames of the page in turn, each with a ready widget. */
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
