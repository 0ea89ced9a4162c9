import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import type { Instruments } from '../fixture.js'
import type { PageSpec } from '../site.js'
import { takeNotes } from './in-page.js'

/** A phone's screen, with a mouse and a keyboard. */
export const screen = { width: 412, height: 823 }

export type Visit = {
  page: Page
  /** URL of each requested picture, without its query. */
  pictures: ReadonlySet<string>
}

/** Opens a page in a browser with an empty cache and closes it after `look`. */
export async function visit<Seen>(
  { browser, site }: Instruments,
  spec: PageSpec,
  look: (visit: Visit) => Promise<Seen>,
  { areScriptsLate = false, ...context }: VisitOptions = {},
): Promise<Seen> {
  const visitor = await browser.newContext({ viewport: screen, ...context })
  try {
    const page = await visitor.newPage()
    const pictures = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes('/deliver/')) pictures.add(pathname)
    })
    await page.addInitScript(takeNotes)
    await visitor.route(isScript, async (route) => {
      if (areScriptsLate) await untilPainted(page)
      await route.continue()
    })
    await page.goto(site.addPage(spec), { waitUntil: 'commit' })
    return await look({ page, pictures })
  } finally {
    // Scripts may be held back.
    await visitor.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.close()
  }
}

export type VisitOptions = BrowserContextOptions & {
  /** Whether scripts arrive only after the page was painted without them, as on a slow network. */
  areScriptsLate?: boolean
}

async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
  // Everything else visible is painted by now.
  await page.waitForTimeout(200)
}

const isScript = ({ pathname }: URL) => pathname.endsWith('.js')

/** The location of a page's pictures: a document and a selector in it. */
export type Spot = { frame: Frame; selector: string }

export async function spotOf(page: Page, isFramed: boolean): Promise<Spot> {
  if (!isFramed) return { frame: page.mainFrame(), selector: '#gallery' }
  const element = await page.waitForSelector('#gallery iframe', { state: 'attached' })
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('the frame has no document')
  return { frame, selector: 'vitrine-widget' }
}
