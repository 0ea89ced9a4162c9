import t from '@vitrine/testing/t'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type LayoutName, layoutNames } from '../../src/published.js'
import { createBench, type OpenOptions, pasted, ready } from '../fixture/browser.js'
import { sized } from '../fixture/pictures.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const rotating = { autoplay: true, autoplaySpeed: 500, transitionDuration: 0 }
/** Several times the interval of `rotating`. */
const aWhile = 1800

const bench = await createBench(t)
const indexOf = (page: Page) => page.evaluate(() => document.querySelector('vitrine-widget')?.index)
/** Accessible name of the focused element inside the widget's shadow root. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const inner = document.querySelector('vitrine-widget')?.shadowRoot?.activeElement
    return inner?.getAttribute('aria-label') ?? inner?.textContent ?? null
  })
/** A page with a mocked clock. */
const openRotating = (options: OpenOptions = {}, config = {}) =>
  bench.open(
    { layout: 'CAROUSEL', config: { ...rotating, ...config } },
    { ...options, page: { hasOwnClock: true } },
  )
const turns = async (page: Page) => {
  const before = await indexOf(page)
  await page.clock.runFor(aWhile)
  return (await indexOf(page)) !== before
}

t.test('the container is a named carousel', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL', config: { ariaLabel: 'Summer' } })
  const container = page.getByRole('region', { name: 'Summer', exact: true })
  t.equal(await container.getAttribute('aria-roledescription'), 'carousel')
  const unnamed = await bench.open({ layout: 'CAROUSEL' })
  const group = unnamed.getByRole('group', { name: 'Picture gallery', exact: true })
  t.equal(
    await group.getAttribute('aria-roledescription'),
    'carousel',
    'an unnamed carousel is no landmark',
  )
})

t.test('previous and next are native buttons and keep the focus', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL', config: { transitionDuration: 0 } })
  for (const [name, index] of [
    ['Next picture', 1],
    ['Previous picture', 0],
    ['Previous picture', 5],
  ] as const) {
    const button = page.getByRole('button', { name })
    t.equal(await button.evaluate(({ localName }) => localName), 'button')
    await button.focus()
    await page.keyboard.press('Enter')
    t.equal(await indexOf(page), index)
    t.equal(await focused(page), name)
  }
})

t.test('the rotation control comes first and its name says what it does', async (t) => {
  const page = await openRotating()
  const stop = page.getByRole('button', { name: 'Stop rotation' })
  t.equal(await stop.getAttribute('aria-pressed'), null)
  await page.locator('body').press('Tab')
  t.equal(
    await focused(page),
    'Start rotation',
    'the first tab stop; keyboard focus has stopped the rotation',
  )
  await page.keyboard.press('Enter')
  t.equal(await focused(page), 'Stop rotation', 'the same button, with the other label')
  t.ok(await turns(page), 'rotates despite the focus, because the visitor started it')
  await page.keyboard.press('Enter')
  t.notOk(await turns(page))
})

t.test('no setting hides the control while it rotates', async (t) => {
  const config = { ...rotating, showArrows: false, showDots: false, showPlayPause: false }
  const page = await bench.open({ layout: 'SLIDER', config })
  t.ok(await page.getByRole('button', { name: 'Stop rotation' }).isVisible())
})

t.test('rotation pauses on hover and resumes afterwards', async (t) => {
  const page = await openRotating()
  t.ok(await turns(page))
  await page.mouse.move(400, 200)
  t.notOk(await turns(page))
  await page.mouse.move(400, 790)
  t.ok(await turns(page))
})

t.test('keyboard focus stops rotation for good', async (t) => {
  const page = await openRotating({ after: '<a href="#x">After</a>' })
  await page.getByRole('button', { name: 'Next picture' }).focus()
  t.notOk(await turns(page))
  await page.getByRole('link', { name: 'After' }).focus()
  t.notOk(await turns(page))
})

t.test('rotation pauses in a hidden tab and out of view', async (t) => {
  const hidden = await openRotating()
  await hidden.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
  })
  t.notOk(await turns(hidden))
  const off = await openRotating({ after: '<div style="height:4000px"></div>' })
  await off.evaluate(() => scrollTo(0, 3000))
  t.notOk(await turns(off))
})

t.test(
  'with reduced motion, rotation does not start by itself and nothing is animated',
  async (t) => {
    const page = await openRotating(
      { context: { reducedMotion: 'reduce' } },
      { transitionDuration: 2000 },
    )
    t.notOk(await turns(page))
    t.ok(await page.getByRole('button', { name: 'Start rotation' }).isVisible())
    await page.getByRole('button', { name: 'Next picture' }).click()
    const left = await page
      .locator('.slide:not([inert])')
      .evaluate((slide) => Math.round(slide.getBoundingClientRect().left))
    t.equal(left, 8, 'moves without animation')
  },
)

t.test('changes by the visitor are announced, automatic ones are not', async (t) => {
  const page = await openRotating()
  const track = page.locator('.track')
  t.equal(await track.getAttribute('aria-live'), 'off')
  t.equal(await track.getAttribute('aria-atomic'), 'false')
  await page.mouse.move(400, 200)
  t.equal(await track.getAttribute('aria-live'), 'polite')
  await page.getByRole('button', { name: 'Stop rotation' }).click()
  t.equal(await track.getAttribute('aria-live'), 'polite')
})

t.test('slides are named by their number; those out of view are inert', async (t) => {
  const page = await bench.open({
    layout: 'CAROUSEL',
    config: { slidesPerView: 2, showDots: false, transitionDuration: 0 },
  })
  const slides = page.locator('.slide')
  const names = await slides.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  t.strictSame(names, ['1 of 6', '2 of 6', '3 of 6', '4 of 6', '5 of 6', '6 of 6'])
  const kinds = await slides.evaluateAll((all) =>
    all.map((one) => `${one.role} ${one.getAttribute('aria-roledescription')}`),
  )
  t.strictSame([...new Set(kinds)], ['group slide'])
  const shown = () =>
    slides.evaluateAll((all) =>
      all.flatMap((one, index) => (one.hasAttribute('inert') ? [] : index)),
    )
  t.strictSame(await shown(), [0, 1])
  await page.getByRole('button', { name: 'Previous picture' }).click()
  t.strictSame(await shown(), [0, 5])
})

t.test(
  'dots are tabs: one tab stop, arrows wrap, Home and End work, panels are named',
  async (t) => {
    const page = await bench.open({ layout: 'CAROUSEL', config: { transitionDuration: 0 } })
    t.ok(await page.getByRole('tablist', { name: 'Choose a picture' }).isVisible())
    const tabs = page.getByRole('tab')
    t.equal(await tabs.count(), 6)
    t.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1)
    await tabs.first().focus()
    for (const [key, name] of [
      ['ArrowLeft', '6 of 6'],
      ['ArrowRight', '1 of 6'],
      ['End', '6 of 6'],
      ['Home', '1 of 6'],
    ] as const) {
      await page.keyboard.press(key)
      t.equal(await focused(page), name)
      t.ok(await page.getByRole('tab', { name, selected: true }).isVisible())
      t.ok(await page.getByRole('tabpanel', { name }).isVisible())
    }
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Pictures', 'the next tab stop is the scrollable region')
    const controls = await tabs.evaluateAll((all) =>
      all.every(
        (tab) =>
          tab.getRootNode() instanceof ShadowRoot &&
          (tab.getRootNode() as ShadowRoot).getElementById(tab.getAttribute('aria-controls') ?? ''),
      ),
    )
    t.ok(controls)
  },
)

t.test('Tab moves through the controls and the pictures and then out, in DOM order', async (t) => {
  const page = await bench.open(
    { layout: 'CAROUSEL', count: 3, config: { autoplay: true, lightbox: true } },
    { after: '<button>After</button>' },
  )
  const order: (string | null)[] = []
  for (let step = 0; step < 7; step++) {
    await page.keyboard.press('Tab')
    order.push(await focused(page))
  }
  t.strictSame(order, [
    'Start rotation',
    'Previous picture',
    'Next picture',
    '1 of 3',
    'Pictures',
    '',
    null,
  ])
})

/** One page with a widget of each layout. */
async function openAll(
  layouts: readonly LayoutName[],
  spec: Partial<WidgetSpec>,
  width = 1000,
  context: BrowserContextOptions = {},
) {
  for (const layout of layouts) bench.fixture.widgets.set(layout, { ...spec, layout })
  const body = layouts.map((layout) => pasted(layout)).join('')
  const page = await bench.visit({ body }, { viewport: { width, height: 600 }, ...context })
  await ready(page)
  return page
}

t.test('targets are at least 24 by 24 pixels', async (t) => {
  const layouts = ['CAROUSEL', 'SLIDER', 'LIST_HORIZONTAL'] as const
  for (const picture of [{}, sized(900, 180, true), sized(2000, 500)]) {
    for (const autoplay of [true, false]) {
      for (const [width, hasTouch] of [
        [1000, false],
        [288, false],
        [288, true],
      ] as const) {
        const pictures = Array(8).fill(picture)
        const spec = { count: 8, pictures, config: { autoplay, lightbox: true } }
        const page = await openAll(layouts, spec, width, { hasTouch })
        const targets = await page.locator('button:visible, a.open:visible').evaluateAll((all) =>
          all.map((one) => {
            const { width, height } = one.getBoundingClientRect()
            return { name: one.outerHTML, isSmall: width < 24 || height < 24 }
          }),
        )
        t.ok(targets.length > 8 * layouts.length)
        t.strictSame(
          targets.filter(({ isSmall }) => isSmall),
          [],
          JSON.stringify({ picture, autoplay, width, hasTouch }),
        )
      }
    }
  }
})

t.test('a strip has buttons for keyboards and switches on a touch screen, too', async (t) => {
  const spec = { layout: 'LIST_HORIZONTAL', count: 12, config: { itemWidth: 280 } } as const
  const page = await bench.open(spec, { context: { hasTouch: true } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const next = page.getByRole('button', { name: 'Next picture' })
  const opacity = () => next.evaluate((one) => getComputedStyle(one).opacity)
  t.equal(await opacity(), '0', 'not on the pictures')
  await page.keyboard.press('Tab')
  while (!(await next.evaluate((one) => one.matches(':focus')))) await page.keyboard.press('Tab')
  t.equal(await opacity(), '1')
  await page.keyboard.press('Enter')
  t.ok((await page.locator('.scroll').evaluate(({ scrollLeft }) => scrollLeft)) > 300)
})

t.test('everything that can be dragged also has buttons', async (t) => {
  const config = { itemWidth: 280 }
  const strip = await bench.open({ layout: 'LIST_HORIZONTAL', count: 12, config })
  await strip.emulateMedia({ reducedMotion: 'reduce' })
  const left = () => strip.locator('.scroll').evaluate(({ scrollLeft }) => scrollLeft)
  await strip.getByRole('button', { name: 'Next picture' }).click()
  t.ok((await left()) > 300)
  await strip.getByRole('button', { name: 'Previous picture' }).click()
  t.equal(await left(), 0)
})

t.test('nothing overflows a 320-pixel screen', async (t) => {
  const config = { showCaptions: true, columns: 6, slidesPerView: 4, itemWidth: 900 }
  const page = await openAll(layoutNames, { count: 12, config }, 320)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  const cut = await page.locator('button:visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left < 0 || right > innerWidth ? one.outerHTML : []
    }),
  )
  t.strictSame(cut, [], 'every control on the screen')
})

t.test('every picture has an alternative text', async (t) => {
  for (const lightbox of [false, true]) {
    const page = await bench.open({ layout: 'GRID', config: { lightbox } })
    const alts = await page
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
    t.equal(alts.length, 6)
    t.equal(alts[0], 'Dawn behind blue mountain ridges')
    t.equal(alts[5], lightbox ? 'Enlarge picture 6' : '', 'without an alternative text')
  }
})

t.test('a caption equal to the alternative text is not announced twice', async (t) => {
  const page = await bench.open({ layout: 'GRID', config: { showCaptions: true } })
  t.equal(await page.locator('.caption').count(), 5)
  t.equal(await page.locator('.caption span:not([aria-hidden=true])').count(), 0)
})

t.test('grids and lists are list elements, in the order of their pictures', async (t) => {
  const layouts = ['GRID', 'MASONRY', 'LIST_VERTICAL', 'LIST_HORIZONTAL'] as const
  const page = await openAll(layouts, { config: { ariaLabel: 'Prints' } })
  for (const [number, layout] of layouts.entries()) {
    const list = page.getByRole('list', { name: 'Prints' }).nth(number)
    t.equal(await list.getByRole('listitem').count(), 6, layout)
    const sources = await list
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    t.strictSame(sources, [...sources].sort(), layout)
  }
})

t.test('scrollable regions are focusable and can be scrolled by keys', async (t) => {
  for (const [layout, config, key] of [
    ['LIST_VERTICAL', { maxHeight: 300 }, 'ArrowDown'],
    ['LIST_HORIZONTAL', { snap: false }, 'ArrowRight'],
  ] as const) {
    const page = await bench.open({ layout, config, count: 12 })
    const region = page.getByRole('group', { name: 'Pictures' })
    await region.focus()
    await page.keyboard.press(key)
    await page.waitForFunction(() => {
      const scroll = document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('.scroll')
      return scroll && scroll.scrollTop + scroll.scrollLeft > 10
    })
    t.pass(layout)
  }
})
