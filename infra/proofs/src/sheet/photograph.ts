import type { Browser, Page, Request } from 'playwright-core'
import sharp, { type OverlayOptions } from 'sharp'
import { type Scheme, type Screens, sheetWidth } from './sheet.js'

const heldMs = 5000

type Photograph = {
  png: Buffer
  cells: number
  /** Cells that are wrong, each as a sentence. */
  problems: readonly string[]
}

/** Shows a sheet as a visitor who scrolls through it sees it, and checks every cell. */
export async function photograph(
  browser: Browser,
  url: string,
  scheme: Scheme,
  screens: Screens,
): Promise<Photograph> {
  const context = await browser.newContext({
    viewport: { width: sheetWidth(screens), height: screens.windowHeight },
    hasTouch: screens.isTouch,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    // A busy machine is slow; the proof is interrupted by its signal alone.
    page.setDefaultTimeout(0)
    page.setDefaultNavigationTimeout(0)
    const isHeld = (request: Request) => scheme.isHeld === true && /deliver/.test(request.url())
    await page.route('**/*', (route) => (isHeld(route.request()) ? undefined : route.continue()))
    const untilQuiet = watchRequests(page, isHeld)
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    await untilQuiet()
    await scrollThrough(page, untilQuiet)
    if (scheme.isHeld) await page.waitForTimeout(heldMs)
    if (scheme.form === 'iframe') {
      // Frames outside of the window are not painted. Their height does not depend on that of the window.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: sheetWidth(screens), height })
      await untilQuiet()
    }
    const isWhole = scheme.form !== 'iframe' && !scheme.isHeld
    const problems = await page.evaluate<string[]>(`(${findProblems})(${isWhole})`)
    const cells = await page.locator('.cell').count()
    return { png: await wholePage(page), cells, problems }
  } finally {
    await context.close()
  }
}

/** Playwright emulates no touch screen while it takes a picture of a full page, so this one is put together. */
async function wholePage(page: Page): Promise<Buffer> {
  const { width, height: step } = page.viewportSize() ?? { width: 0, height: 0 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const parts: OverlayOptions[] = []
  for (let y = 0; y < height; y += step) {
    const top = await page.evaluate((top) => {
      scrollTo(0, top)
      return scrollY
    }, y)
    parts.push({ input: await page.screenshot(), left: 0, top })
  }
  const canvas = { width, height: Math.max(height, step), channels: 3, background: '#fff' } as const
  return sharp({ create: canvas }).composite(parts).png().toBuffer()
}

/** @returns resolves when the content of two frames has led to no request that is still open. */
function watchRequests(page: Page, isHeld: (request: Request) => boolean) {
  const open = new Set<Request>()
  page.on('request', (request) => !isHeld(request) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      await page.waitForTimeout(50)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    } while (open.size > 0)
  }
}

/** Lazy pictures and frames are fetched only near the window. */
async function scrollThrough(page: Page, untilQuiet: () => Promise<void>): Promise<void> {
  for (
    let y = 0;
    y < (await page.evaluate(() => document.documentElement.scrollHeight));
    y += 400
  ) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await untilQuiet()
  }
  await page.evaluate(() => scrollTo(0, 0))
}

/** Adds the heights to the labels. A text, because it runs in the page. */
const findProblems = `(isWhole) => [...document.querySelectorAll('.cell')].flatMap((cell) => {
  const label = cell.previousElementSibling
  const widget = cell.firstElementChild
  const { width, height } = widget.getBoundingClientRect()
  label.textContent += ' · ' + Math.round(height) + ' high'
  const problem = (text) => [label.textContent + ': ' + text]
  if (cell.scrollWidth > cell.clientWidth) return problem('it is wider than its place')
  if (height < 20) return problem('it is empty')
  const element = widget.querySelector('vitrine-widget')
  if (element !== null && !element.shadowRoot?.querySelector('.live')) return problem('its script did not start')
  if (!isWhole) return []
  const seen = cell.getBoundingClientRect()
  // A picture that begins in the last 100 pixels may be shown whole, in the middle of a box that is cut.
  const isSeen = (picture) => {
    const box = picture.getBoundingClientRect()
    const port = picture.closest('.scroll')?.getBoundingClientRect() ?? seen
    return [seen, port].every((part) =>
      box.bottom > part.top + 1 && box.top < part.bottom - 100 && box.right > part.left + 1 && box.left < part.right - 1)
  }
  const lacking = [...element.shadowRoot.querySelectorAll('img')].filter((picture) => isSeen(picture) && !picture.naturalWidth)
  return lacking.length > 0 ? problem('not there: ' + lacking.map(({ alt, currentSrc }) => alt + ' ' + currentSrc).join()) : []
})`
