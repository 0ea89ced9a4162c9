import t from 'tap'
import type { Published } from '../../src/published.js'
import { createBench } from '../fixture/browser.js'
import { publish } from '../fixture/widgets.js'

const bench = await createBench(t)

/** Names of the slides that fill the view, in drawing order from its start. */
const drawn = () => {
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

t.test(
  'every step, forwards or back, fills the view with the right slides, for any number of slides',
  async (t) => {
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
        for (let count = 1; count <= 30; count++) {
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
  },
)

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

t.test('scrolling by the visitor continues past the end', async (t) => {
  const swipe = async (dir: string) => {
    const page = await bench.open(
      { layout: 'CAROUSEL', count: 2 },
      { page: { html: `lang="en" dir="${dir}"` } },
    )
    const indices: unknown[] = []
    for (let times = 0; times < 4; times++) {
      const event = page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener(
              'vitrine-slide',
              (event) => resolve((event as CustomEvent).detail.index),
              { once: true },
            )
          }),
      )
      await page.locator('.scroll').evaluate(
        (scroll, sign) => {
          scroll.scrollBy({ left: sign * 0.7 * scroll.clientWidth, behavior: 'smooth' })
        },
        dir === 'rtl' ? -1 : 1,
      )
      indices.push(await event)
      t.strictSame(await page.evaluate(drawn), [Number(indices.at(-1)) + 1])
    }
    t.strictSame(indices, [1, 0, 1, 0], dir)
  }
  await Promise.all(['ltr', 'rtl'].map(swipe))
})

t.test('slides that all fit are static, without controls', async (t) => {
  for (const [count, perView] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const) {
    const page = await bench.open({
      layout: 'CAROUSEL',
      count,
      config: { slidesPerView: perView, autoplay: true },
    })
    t.equal(await page.locator('button:visible').count(), 0, `${count} of ${perView}`)
    t.equal(await page.locator('.slide[inert]').count(), 0)
  }
})

t.test('without a loop it stops at both ends and disables the buttons', async (t) => {
  const page = await bench.open({
    layout: 'CAROUSEL',
    count: 4,
    config: { infinite: false, slidesPerView: 2, transitionDuration: 0 },
  })
  const [previous, next] = [
    page.getByRole('button', { name: 'Previous picture' }),
    page.getByRole('button', { name: 'Next picture' }),
  ]
  t.equal(await previous.getAttribute('aria-disabled'), 'true')
  t.equal(await page.getByRole('tab').count(), 3, 'one dot per scroll position')
  for (const isLast of [false, true, true]) {
    // Playwright waits for a button that is disabled; a visitor does not.
    await next.dispatchEvent('click')
    t.equal(await next.getAttribute('aria-disabled'), String(isLast))
  }
  t.strictSame(await page.evaluate(drawn), [3, 4])
})

t.test('quick clicks accumulate', async (t) => {
  const page = await bench.open({
    layout: 'CAROUSEL',
    count: 6,
    config: { transitionDuration: 300 },
  })
  const next = page.getByRole('button', { name: 'Next picture' })
  for (let click = 0; click < 7; click++) await next.click()
  await page.waitForFunction(() => {
    const root = document.querySelector('vitrine-widget')?.shadowRoot
    return !root?.querySelector('.gliding')
  })
  t.strictSame(await page.evaluate(drawn), [2])
})

t.test('a narrower container shows fewer slides, starting with the same one', async (t) => {
  const page = await bench.open({
    layout: 'CAROUSEL',
    count: 9,
    config: { slidesPerView: 4, transitionDuration: 0 },
  })
  await page.getByRole('tab', { name: '6 of 9' }).click()
  t.strictSame(await page.evaluate(drawn), [6, 7, 8, 9])
  await page.setViewportSize({ width: 360, height: 600 })
  await page.waitForFunction(
    () =>
      document.querySelector('vitrine-widget')?.shadowRoot?.querySelectorAll('.slide:not([inert])')
        .length === 2,
  )
  t.strictSame(await page.evaluate(drawn), [6, 7])
})

t.test('fading slides can be swiped, and the stack is not a tab stop', async (t) => {
  for (const [dir, expected] of [
    ['ltr', 1],
    ['rtl', 5],
  ] as const) {
    const page = await bench.open(
      { layout: 'CAROUSEL', config: { transition: 'fade', transitionDuration: 0 } },
      { page: { html: `lang="en" dir="${dir}"` } },
    )
    const view = page.locator('.scroll')
    t.equal(await view.getAttribute('tabindex'), null)
    const finger = { pointerType: 'touch', bubbles: true }
    await view.dispatchEvent('pointerdown', { ...finger, clientX: 500 })
    await view.dispatchEvent('pointerup', { ...finger, clientX: 400 })
    const index = await page.evaluate(() => document.querySelector('vitrine-widget')?.index)
    t.equal(index, expected, dir)
    const visible = await page
      .locator('.slide')
      .evaluateAll((all) =>
        all.flatMap((one, at) => (getComputedStyle(one).opacity === '1' ? [at] : [])),
      )
    t.strictSame(visible, [expected])
  }
})

t.test('without a stop control, rotation cannot be started', async (t) => {
  const page = await bench.open(
    { layout: 'CAROUSEL', config: { autoplaySpeed: 500 } },
    { page: { hasOwnClock: true } },
  )
  await page.evaluate(() => document.querySelector('vitrine-widget')?.play())
  await page.clock.runFor(1500)
  t.equal(await page.evaluate(() => document.querySelector('vitrine-widget')?.index), 0)
})
