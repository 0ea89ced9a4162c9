import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { screen } from '../behaviour/visit.js'

/** Throttling of the visitor's network and CPU. */
export type Conditions = {
  latencyMs: number
  bitsPerSecond: { down: number; up: number }
  cpuTimesSlower: number
}

export const slowPhone: Conditions = {
  latencyMs: 150,
  bitsPerSecond: { down: 1_600_000, up: 750_000 },
  cpuTimesSlower: 4,
}

/** Time of the largest contentful paint, and the URL of its picture. */
type LargestPaint = { ms: number; url: string }

/**
 * Loads a page in a browser with an empty cache.
 *
 * @param isFramed whether the picture is in a frame. The frame's own paint then counts, measured
 * from the start of the page's load.
 * @throws if the largest paint is not a picture.
 */
export async function largestPaint(
  browser: Browser,
  { url, isFramed }: { url: string; isFramed: boolean },
  conditions?: Conditions,
): Promise<LargestPaint> {
  const visitor = await browser.newContext({ viewport: screen })
  try {
    const page = await visitor.newPage()
    if (conditions) await slowDown(await visitor.newCDPSession(page), conditions)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const frame = isFramed ? await framed(page) : page.mainFrame()
    const [start, paint] = await Promise.all([page.evaluate(startOf), frame.evaluate(paintIn)])
    if (paint.url === '') throw new Error(`the largest thing of ${url} is no picture`)
    return { ms: paint.at - start, url: paint.url }
  } finally {
    await visitor.close()
  }
}

async function slowDown(session: CDPSession, conditions: Conditions): Promise<void> {
  const { latencyMs, bitsPerSecond, cpuTimesSlower } = conditions
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bitsPerSecond.down / 8,
    uploadThroughput: bitsPerSecond.up / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
}

/** @throws if the frame has its own process, which would not be throttled. */
async function framed(page: Page): Promise<Frame> {
  const frame = page.frames().find((one) => one.parentFrame() !== null)
  if (frame === undefined) throw new Error(`${page.url()} has no frame`)
  const own = await page
    .context()
    .newCDPSession(frame)
    .catch(() => null) // It is part of the page's process.
  if (own !== null)
    throw new Error('the frame is a process of its own, at the full speed of this machine')
  return frame
}

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
