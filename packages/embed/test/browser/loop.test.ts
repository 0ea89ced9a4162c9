import t from '@vitrine/testing/t'
import { checkSteps, drawn } from '../carousel/steps.js'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)

t.test('every step, forwards or back, fills the view with the right slides', (t) =>
  checkSteps(t, bench, [1, 2, 3, 4, 12]),
)

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
        async (scroll, sign) => {
          // The step back to the first copy would end a scroll of a script, as it does not end one of a finger.
          for (let at = Number.NaN, still = 0; still < 3; at = scroll.scrollLeft) {
            await new Promise(requestAnimationFrame)
            still = scroll.scrollLeft === at ? still + 1 : 0
          }
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
    count: 8,
    config: { slidesPerView: 4, transitionDuration: 0 },
  })
  await page.getByRole('tab', { name: '6 of 8' }).click()
  t.strictSame(await page.evaluate(drawn), [6, 7, 8, 1])
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
