import { until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { launchChromium } from '../../src/browser.js'
import { forms, settings } from '../../src/demo-site/pages.js'
import { startDemo } from '../demo.js'
import { askedInVain, createVisits, openFrames, toldBy, untilReady, untilShown } from '../visits.js'

const { site, count } = await startDemo(t)
const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())
const visit = createVisits(browser, site)

/** A placeholder needs inline styles without transitions, so these pages may shift. */
const mayShift = new Set(['hostile-css/iframe', 'strict-csp/script', 'strict-csp/iframe'])

type Check = (t: Test, page: Page, frames: readonly Frame[]) => Promise<void>

const isMirrored: Check = async (t, page) => {
  const carousel = page.locator('[slug=demo-carousel]')
  const next = carousel.locator('.next')
  t.match(await next.getAttribute('aria-label'), /\p{Script=Arabic}/u)
  const [box, widget] = [await next.boundingBox(), await carousel.boundingBox()]
  t.ok(
    Number(box?.x) < Number(widget?.x) + Number(widget?.width) / 2,
    'the next button is on the left',
  )
}

const hasContrast: Check = async (t, page) => {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly: ['color-contrast'], iframes: false })
    return violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))
  })
  t.same(found, [], 'texts have sufficient contrast')
}

/** A frame is as high as its content, or higher until the page's width changes. */
const hasFittingFrames: Check = async (t, page, frames) => {
  for (const width of [1100, 480, 800]) {
    await page.setViewportSize({ width, height: 900 })
    for (const frame of frames) {
      const element = await frame.frameElement()
      await element.evaluate((one) => (one as Element).scrollIntoView())
      // The frame reports its height in a message.
      await until(async () => {
        const { height = 0 } = (await element.boundingBox()) ?? {}
        const shown = Math.ceil(await heightOf(frame))
        return width === 1100 ? height >= shown : height === shown
      })
    }
    t.pass(`all fit at ${width}`)
  }
}

const heightOf = (frame: Frame): Promise<number> =>
  frame.evaluate(() => document.documentElement.getBoundingClientRect().height)

const checks: Readonly<Record<string, Check>> = {
  'ordinary/iframe': hasFittingFrames,
  'rtl/script': isMirrored,
  'dark/script': hasContrast,
}

for (const { path } of settings) {
  for (const form of Object.keys(forms)) {
    const name = `${path}/${form}`
    t.test(`${name}: every widget becomes ready without problems`, async (t) => {
      const visited = await visit(`/${name}`)
      const { page, problems, left, close } = visited
      const top = page.mainFrame()
      if (form !== 'iframe') await untilReady(top, count, problems)
      const frames = form === 'iframe' ? await openFrames(visited) : []
      await untilShown(top)
      t.equal(frames.length, form === 'iframe' ? count : 0)
      for (const frame of [top, ...frames]) t.same((await toldBy(frame)).violations, [])
      const { shift } = await toldBy(top)
      if (mayShift.has(name)) t.comment(`layout shift of ${name}: ${shift.toFixed(3)}`)
      else t.equal(shift, 0, 'no layout shift')
      // Frames of a process share their requests, so which frame wanted which width is not known. And before a
      // check resizes the page: a narrower page cancels wide pictures that are still loading.
      if (form !== 'iframe') {
        t.same(await askedInVain(left), [], 'no picture is requested too wide')
      }
      await checks[name]?.(t, page, frames)
      t.same(problems, [])
      await close()
    })
  }
}

t.test('on a page with sixty widgets all become ready', async (t) => {
  const { page, problems, close } = await visit('/many')
  await untilReady(page.mainFrame(), 60, problems)
  await untilShown(page.mainFrame())
  t.same(problems, [])
  await close()
})

t.test('on a page with sixty widgets no picture far from the viewport is fetched', async (t) => {
  const { page, close } = await visit('/')
  let fetched = 0
  // Rejected, because otherwise distant widgets would show pictures that near ones have fetched.
  await page.route('**/deliver/**', (route) => {
    fetched += 1
    return route.abort()
  })
  await page.goto(`${site}/many`)
  // Rejected pictures are expected problems of this page.
  await untilReady(page.mainFrame(), 60, [])
  await page.waitForLoadState('networkidle')
  t.equal(await page.locator('vitrine-widget img').count(), 240)
  t.ok(fetched > 0)
  t.ok(fetched < 60, 'not even the first of each widget')
  await close()
})
