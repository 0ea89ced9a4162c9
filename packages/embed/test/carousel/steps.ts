import type { Test } from 'tap'
import type { Published } from '../../src/published.js'
import type { Bench } from '../fixture/browser.js'
import { publish } from '../fixture/widgets.js'

/** Names of the slides that fill the view, in drawing order from its start. */
export const drawn = () => {
  const root = document.querySelector('vitrine-widget')?.shadowRoot
  const view = root?.querySelector('.scroll')?.getBoundingClientRect()
  const isRightToLeft = document.documentElement.dir === 'rtl'
  if (!root || !view) return []
  return [...root.querySelectorAll('.slide')]
    .map((slide) => ({
      rect: slide.getBoundingClientRect(),
      name: Number.parseInt(slide.ariaLabel ?? '', 10),
    }))
    .filter(({ rect }) => rect.left > view.left - 2 && rect.right < view.right + 2)
    .sort((a, b) => (isRightToLeft ? b.rect.left - a.rect.left : a.rect.left - b.rect.left))
    .map(({ name }) => name)
}

/**
 * What differs in the page: a row that does not loop, no or one slide to spare, and the widest track of each width. The
 * unit tests of the ring have all others.
 */
const isShown = (count: number, perView: number): boolean =>
  perView === 1 || count === 30 || (count >= perView && count <= perView + 2)

/** Every step, forwards or back, fills the view with the right slides. @param counts of slides. */
export async function checkSteps(t: Test, bench: Bench, counts: readonly number[]): Promise<void> {
  await Promise.all(
    ['ltr', 'rtl'].map(async (dir) => {
      const page = await bench.open(
        { layout: 'CAROUSEL' },
        {
          page: { html: `lang="en" dir="${dir}"` },
          context: { viewport: { width: 1800, height: 400 } },
        },
      )
      // Answered by Playwright: there are thousands of pictures, and none of them matters here.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.setBlockedURLs', { urls: ['*/deliver/*'] })
      await page.evaluate(`window.drawn = ${drawn}; window.walk = ${walk}`)
      for (const count of counts) {
        const perViews = Array.from({ length: 10 }, (_, index) => index + 1)
        const shown = perViews.filter((perView) => isShown(count, perView))
        const walks = shown.map((perView) => {
          const config = { slidesPerView: perView, transitionDuration: 0, gap: 4 }
          const spec = { layout: 'CAROUSEL', count, config } as const
          return { widget: publish(bench.fixture.origin, 'any', spec), count, perView }
        })
        const wrong = await page.evaluate(walkAll, walks)
        if (wrong.length > 0) t.fail(`${count} slides, ${dir}: ${wrong[0]}`)
      }
      t.pass(dir)
    }),
  )
}

/** Steps forwards and back, and collects the wrong views. Runs in the page. */
async function walk({ widget, count, perView }: Walk): Promise<string[]> {
  const { drawn } = window as unknown as { drawn: () => number[] }
  const element = document.querySelector('vitrine-widget')
  if (!element) return ['no element']
  const isReady = new Promise((ready) =>
    element.addEventListener('vitrine-ready', ready, { once: true }),
  )
  element.data = widget
  await isReady
  const wrong: string[] = []
  let index = 0
  const seen = Math.min(count, perView)
  for (const by of [0, 1, 1, -1, -1, -1, -1]) {
    if (by > 0) element.next()
    if (by < 0) element.previous()
    if (count > perView) index = (index + by + count) % count
    const right = Array.from({ length: seen }, (_, offset) => ((index + offset) % count) + 1)
    const seenNow = drawn()
    if (seenNow.join() !== right.join()) {
      wrong.push(`${perView} at once: ${seenNow} in place of ${right}`)
    }
  }
  return wrong
}

/** In one `evaluate` call, because the page would be rendered between two. */
async function walkAll(walks: readonly Walk[]): Promise<string[]> {
  const { walk } = window as unknown as { walk: (one: Walk) => Promise<string[]> }
  const wrong: string[] = []
  for (const one of walks) wrong.push(...(await walk(one)))
  return wrong
}

type Walk = { widget: Published; count: number; perView: number }
