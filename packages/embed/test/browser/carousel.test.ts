import t from '@vitrine/testing/t'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createBench, painted, pictured } from '../fixture/browser.js'
import { placeholderOf, sized } from '../fixture/pictures.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)

type Box = { left: number; right: number; top: number; bottom: number }

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
const boxOf = async (page: Page, selector: string): Promise<Box> => {
  const [box] = await boxesOf(page, selector)
  if (!box) throw new Error(`no ${selector}`)
  return box
}
const widthOf = ({ left, right }: Box) => right - left
const heightOf = ({ top, bottom }: Box) => bottom - top
const isClose = (one: number, other: number) => Math.abs(one - other) < 1
const overlap = (one: Box, other: Box) =>
  one.left < other.right - 1 &&
  one.right > other.left + 1 &&
  one.top < other.bottom - 1 &&
  one.bottom > other.top + 1
const indexOf = (page: Page) => page.evaluate(() => document.querySelector('vitrine-widget')?.index)
const heightOfWidget = async (page: Page) => heightOf(await boxOf(page, 'vitrine-widget'))

const mixed = [
  sized(1800, 1200),
  sized(1000, 1600),
  sized(4000, 800),
  sized(1500, 1000),
  sized(900, 300, true),
]
const narrow = { viewport: { width: 390, height: 800 } }
const wide = { viewport: { width: 1000, height: 800 } }
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true }

t.test(
  'portraits and panoramas fill the frame of the set, transparent pictures are whole',
  async (t) => {
    for (const layout of ['CAROUSEL', 'SLIDER'] as const) {
      const page = await bench.open(
        { layout, count: 5, pictures: mixed, config: { transition: 'slide' } },
        { context: narrow },
      )
      const images = await page.locator('.slide img').evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect()
          return { ratio: width / height, fit: getComputedStyle(one).objectFit, width }
        }),
      )
      for (const [index, { ratio, fit, width }] of images.slice(0, 4).entries()) {
        t.ok(
          isClose(100 * ratio, 150),
          `${layout}: picture ${index} has the median ratio, ${ratio}`,
        )
        t.equal(fit, 'cover', `${layout}: picture ${index}`)
        t.equal(width, 374, 'edge to edge')
      }
      t.equal(images[4]?.fit, 'contain', layout)
    }
  },
)

t.test('the frame of a carousel is no higher than a part of the window', async (t) => {
  const portraits = Array(4).fill(sized(1200, 1600))
  const page = await bench.open(
    { layout: 'SLIDER', count: 4, pictures: portraits },
    { context: { viewport: { width: 1200, height: 600 } } },
  )
  const [image] = await boxesOf(page, '.slide img')
  t.ok(image && isClose(heightOf(image), 480) && isClose(widthOf(image), 1184))
})

t.test('a picture that is smaller than its frame is not enlarged', async (t) => {
  const pictures = [sized(1800, 1200), sized(120, 90), sized(1800, 1200)]
  const page = await bench.open({ layout: 'CAROUSEL', count: 3, pictures })
  const [, small] = await boxesOf(page, '.slide img')
  t.ok(small && isClose(widthOf(small), 120))
  const [frame, other] = await boxesOf(page, '.slide')
  t.ok(frame && other && heightOf(frame) === heightOf(other), 'it stands in the same frame')
  const grounds = await page
    .locator('.slide .picture')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage !== 'none'))
  t.strictSame(grounds, [false, true, false], 'on a quiet ground')
})

t.test('logos share a row, look equally large, and have the arrows beside them', async (t) => {
  const sizes = [
    [900, 225],
    [600, 600],
    [300, 600],
    [60, 30],
    [900, 300],
    [800, 400],
    [900, 225],
    [600, 600],
  ] as const
  const pictures = sizes.map(([width, height]) => sized(width, height, true))
  const spec: WidgetSpec = { layout: 'CAROUSEL', count: sizes.length, pictures }
  const page = await bench.open(spec, { context: wide })
  t.equal(await page.locator('.slide:not([inert])').count(), 6)
  const drawn = (await boxesOf(page, '.slide img')).map((box, index) => {
    const [width = 1, height = 1] = sizes[index] ?? []
    const scale = Math.min(widthOf(box) / width, heightOf(box) / height)
    return { scale, area: scale * scale * width * height }
  })
  t.ok(
    drawn.every(({ scale }) => scale <= 1.001),
    'none is enlarged',
  )
  const areas = drawn.filter((_, index) => index !== 3).map(({ area }) => area)
  t.ok(Math.max(...areas) < 2 * Math.min(...areas), `equal areas: ${areas.map(Math.round)}`)
  const view = await boxOf(page, '.scroll')
  for (const arrow of await boxesOf(page, '.arrow')) t.notOk(overlap(arrow, view), 'beside them')

  const small = await bench.open(spec, { context: narrow })
  t.equal(await small.locator('.slide:not([inert])').count(), 3)
  const below = await boxOf(small, '.scroll')
  for (const arrow of await boxesOf(small, '.arrow')) t.ok(arrow.top >= below.bottom, 'below them')
  const own = await bench.open({ ...spec, config: { slidesPerView: 1 } })
  t.equal(await own.locator('.slide:not([inert])').count(), 1, 'the choice of the owner counts')
})

t.test('neither arrows nor the counter lie on a logo, or on a low stage', async (t) => {
  const logo = sized(900, 180, true)
  const panorama = sized(2000, 500)
  for (const picture of [logo, panorama]) {
    for (const width of [288, 1000]) {
      const open = (attributes: string) =>
        bench.open(
          { layout: 'SLIDER', count: 8, pictures: Array(8).fill(picture) },
          { context: { viewport: { width, height: 700 } }, attributes },
        )
      const page = await open('')
      const view = await boxOf(page, '.scroll')
      for (const arrow of await boxesOf(page, '.arrow:visible')) {
        t.equal(overlap(arrow, view), picture === panorama)
      }
      const [own, bar] = [await boxOf(page, '.counter'), await boxOf(page, '.dots')]
      t.ok(own.top >= view.bottom && own.left >= bar.right, 'below, at the end of the bar')
      t.ok(own.right <= width)
      const other = await open('dir="rtl"')
      const [mirrored, line] = [await boxOf(other, '.counter'), await boxOf(other, '.dots')]
      const gaps = [line.left - mirrored.right, own.left - bar.right].map(Math.round)
      t.same(gaps, [12, 12], 'from right to left, too')
    }
  }
})

t.test('a part of the next portrait shows that there are more', async (t) => {
  const open = (count: number, config = {}) =>
    bench.open(
      { layout: 'CAROUSEL', count, config, pictures: Array(count).fill(sized(900, 1200)) },
      { context: { viewport: { width: 768, height: 900 } } },
    )
  const shownOf = async (page: Page) => {
    const view = await boxOf(page, '.scroll')
    const slides = await boxesOf(page, '.slide')
    return slides.filter(({ left, right }) => left < view.right - 1 && right > view.left + 1).length
  }
  const page = await open(6, { transitionDuration: 0 })
  t.equal(await shownOf(page), 3, 'two and a part')
  t.equal(await page.locator('.slide:not([inert])').count(), 2, 'the part is only to be seen')
  for (const name of ['Previous picture', 'Next picture', 'Next picture']) {
    await page.getByRole('button', { name }).click()
    t.equal(await shownOf(page), 3, name)
  }
  t.equal(await shownOf(await open(3)), 2, 'no loop without a hole')
  t.equal(await shownOf(await open(6, { infinite: false })), 2, 'the last one is whole')
})

t.test('logos that the page would swallow stand on a ground', async (t) => {
  const alphaOf = async (color: string, page: string) => {
    const placeholder = { ...placeholderOf(true), color }
    const pictures = Array(8).fill({ width: 600, height: 200, placeholder })
    const before = `<style>body{${page}}</style>`
    const opened = await bench.open({ layout: 'CAROUSEL', count: 8, pictures }, { before })
    const ground = await opened
      .locator('.ring')
      .evaluate((one) => getComputedStyle(one).backgroundColor)
    return Number(/\/ ([\d.]+)\)$/.exec(ground)?.[1] ?? 1)
  }
  const [light, dark] = ['background:#fff;color:#222', 'background:#111;color:#eee']
  t.equal(await alphaOf('#1d3557', light), 0)
  t.ok((await alphaOf('#1d3557', dark)) > 0.9)
  t.equal(await alphaOf('#f8f8f8', dark), 0)
  t.ok((await alphaOf('#f8f8f8', light)) > 0.9)
})

t.test('the counter is a chip on the picture that changes no height', async (t) => {
  for (const count of [8, 12, 40]) {
    for (const width of [320, 390, 1000]) {
      const open = (showCounter: boolean) =>
        bench.open(
          { layout: 'SLIDER', count, config: { showCounter } },
          { context: { viewport: { width, height: 700 } } },
        )
      const page = await open(true)
      const [chip, view] = [await boxOf(page, '.counter'), await boxOf(page, '.scroll')]
      const name = `${count} pictures at ${width}`
      t.equal(await page.locator('.counter').textContent(), `1 / ${count}`)
      t.ok(heightOf(chip) < 30, `one line: ${name}`)
      t.ok(chip.top >= view.top && chip.bottom <= view.bottom && chip.right <= view.right, name)
      t.equal(await heightOfWidget(page), await heightOfWidget(await open(false)), name)
    }
  }
})

t.test('a slider fades from edge to edge, and its dots are parts of a line', async (t) => {
  const page = await bench.open({ layout: 'SLIDER', count: 6 })
  t.ok(await page.locator('.carousel.fade').count())
  const [widget, view, dots] = [
    await boxOf(page, 'vitrine-widget'),
    await boxOf(page, '.scroll'),
    await boxOf(page, '.dots'),
  ]
  t.strictSame([view.left, view.right], [widget.left, widget.right])
  t.strictSame([dots.left, dots.right], [widget.left, widget.right])
  const slide = await bench.open({ layout: 'SLIDER', config: { transition: 'slide' } })
  t.equal(await slide.locator('.carousel.fade').count(), 0, 'the choice of the owner counts')
})

t.test('a line shows the position of many pictures', async (t) => {
  const open = async (spec: Partial<WidgetSpec>, width: number) => {
    const page = await bench.open(
      { layout: 'CAROUSEL', ...spec },
      { context: { viewport: { width, height: 700 } } },
    )
    return { page, seen: await page.locator('.dots:visible, .progress:visible').count() }
  }
  for (const [count, width, what] of [
    [8, 240, '.dots'],
    [8, 700, '.dots'],
    [9, 320, '.progress'],
    [40, 700, '.progress'],
  ] as const) {
    const { page, seen } = await open({ count, config: { autoplay: true } }, width)
    const name = `${count} at ${width}`
    t.equal(seen, 1, name)
    t.ok(await page.locator(what).isVisible(), name)
    const [bar, ...controls] = await boxesOf(page, `${what}, .toggle`)
    t.ok(bar && controls.every((one) => !overlap(one, bar)), name)
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
  }
  const { page } = await open({ count: 40, config: { transitionDuration: 0 } }, 700)
  const share = async () => {
    const width = await page
      .locator('.progress')
      .evaluate((one) => Number.parseFloat(getComputedStyle(one, '::before').width))
    return width / widthOf(await boxOf(page, '.progress'))
  }
  await page.getByRole('button', { name: 'Previous picture' }).click()
  t.equal(await share(), 1)
  await page.getByRole('button', { name: 'Next picture' }).click()
  t.ok(Math.abs((await share()) - 1 / 40) < 0.01)
})

t.test('arrows are where the owner wants them', async (t) => {
  for (const [arrowPlacement, isRight] of [
    ['over', (arrow: Box, view: Box) => overlap(arrow, view)],
    ['outside', (arrow: Box, view: Box) => arrow.right <= view.left || arrow.left >= view.right],
    ['below', (arrow: Box, view: Box) => arrow.top >= view.bottom],
  ] as const) {
    for (const layout of ['CAROUSEL', 'SLIDER'] as const) {
      const page = await bench.open({ layout, config: { arrowPlacement, autoplay: true } })
      const view = await boxOf(page, '.scroll')
      const arrows = await boxesOf(page, '.arrow')
      t.equal(arrows.length, 2)
      for (const arrow of arrows) t.ok(isRight(arrow, view), `${layout} ${arrowPlacement}`)
      const [toggle, previous] = await boxesOf(page, '.toggle, .prev')
      t.ok(toggle && previous && !overlap(toggle, previous), `${layout} ${arrowPlacement}`)
    }
  }
  const without = await bench.open({ layout: 'CAROUSEL', config: { arrowPlacement: 'none' } })
  t.equal(await without.locator('.arrow').count(), 0)
})

t.test('on a touch screen arrows are never on a picture, and nothing is higher', async (t) => {
  for (const config of [
    {},
    { autoplay: true },
    { arrowPlacement: 'outside' },
    { showDots: false },
  ]) {
    const spec: WidgetSpec = { layout: 'CAROUSEL', config }
    const name = JSON.stringify(config)
    const { isMobile: _, hasTouch: __, ...mouse } = phone
    const page = await bench.open(spec, { context: phone })
    const view = await boxOf(page, '.scroll')
    const arrows = page.locator('.arrow')
    const boxes = await boxesOf(page, '.arrow')
    for (const [index, box] of boxes.entries()) {
      const isSeen =
        (await arrows.nth(index).evaluate((one) => getComputedStyle(one).opacity)) !== '0'
      t.notOk(isSeen && overlap(box, view), name)
    }
    const desktop = await bench.open(spec, { context: mouse })
    t.equal(await heightOfWidget(page), await heightOfWidget(desktop), name)
  }
})

/** A finger that moves sideways. */
async function swipe(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', left: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: left, y }],
    })
  await send('touchStart', x)
  for (let step = 1; step <= 10; step++) await send('touchMove', x + (by * step) / 10)
  await send('touchEnd', x + by)
}

t.test('a swipe from a control turns the slides and stays on the page', async (t) => {
  for (const config of [{}, { transition: 'fade' }, { infinite: false }]) {
    const page = await bench.open(
      { layout: 'CAROUSEL', config: { transitionDuration: 0, ...config } },
      { context: phone },
    )
    const url = page.url()
    const next = await boxOf(page, '.next')
    await page.waitForLoadState('networkidle')
    const at = { x: (next.left + next.right) / 2, y: (next.top + next.bottom) / 2 }
    // The code for it is loaded at the first touch.
    await swipe(page, at, -20)
    await page.waitForLoadState('networkidle')
    await painted(page)
    const before = (await indexOf(page)) ?? 0
    await swipe(page, at, -150)
    await page.waitForFunction(
      (index) => document.querySelector('vitrine-widget')?.index === index,
      before + 1,
    )
    const previous = await boxOf(page, '.prev')
    const left = { x: previous.left + 22, y: at.y }
    await swipe(page, left, 200)
    await page.waitForFunction(
      (index) => document.querySelector('vitrine-widget')?.index === index,
      before,
    )
    t.equal(page.url(), url)
  }
})

t.test('thumbnails fade at the edges, beyond the first and the last', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL', count: 20, config: { thumbnails: true } })
  const row = page.locator('.thumbs')
  t.match(await row.evaluate((one) => getComputedStyle(one).maskImage), /linear-gradient/)
  for (const number of [1, 20]) {
    await page.getByRole('tab', { name: `${number} of 20`, exact: true }).click()
    await page.locator(`#tab${number - 1}[aria-selected="true"]`).waitFor()
    const [all, one] = [await boxOf(page, '.thumbs'), await boxOf(page, `#tab${number - 1}`)]
    t.ok(one.left >= all.left + 23 && one.right <= all.right - 23, `${number}`)
  }
})

t.test('everything that scrolls sideways keeps its swipes', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL', count: 20, config: { thumbnails: true } })
  for (const selector of ['.scroll', '.thumbs']) {
    const behaviour = await page
      .locator(selector)
      .evaluate((one) => getComputedStyle(one).overscrollBehaviorX)
    t.equal(behaviour, 'contain', selector)
  }
  const touch = await page.locator('.carousel').evaluate((one) => getComputedStyle(one).touchAction)
  t.equal(touch, 'pan-y pinch-zoom', 'controls do not scroll')
})

t.test('a wheel that moves sideways turns a stack by one, and stays on the page', async (t) => {
  const page = await bench.open({ layout: 'SLIDER', config: { transitionDuration: 0 } })
  const view = await boxOf(page, '.scroll')
  await page.mouse.move((view.left + view.right) / 2, (view.top + view.bottom) / 2)
  await page.evaluate(() => {
    addEventListener('wheel', ({ defaultPrevented }) => {
      document.title = `${defaultPrevented}`
    })
  })
  await page.mouse.wheel(90, 0)
  await page.waitForFunction(() => document.querySelector('vitrine-widget')?.index === 1)
  t.equal(await page.title(), 'true')
})

/** Opens a widget over which a mouse hovers, so that it can be dragged. */
async function openHovered(
  spec: WidgetSpec,
  html = 'lang="en"',
  context: BrowserContextOptions = {},
) {
  const page = await bench.open(spec, {
    page: { html },
    context: { reducedMotion: 'reduce', ...context },
  })
  await pictured(page)
  const { left, right, top } = await boxOf(page, '.scroll')
  const at = { x: (left + right) / 2, y: top + 60 }
  await page.mouse.move(at.x, at.y)
  await page.waitForFunction(() => {
    const scroll = document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('.scroll')
    return (scroll as HTMLElement | null)?.style.cursor === 'grab'
  })
  const drag = async (by: number) => {
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    for (let step = 1; step <= 5; step++) await page.mouse.move(at.x + (by * step) / 5, at.y)
    await page.mouse.up()
  }
  return { page, at, drag }
}
const settled = (page: Page, index: number) =>
  page.waitForFunction((wanted) => {
    const widget = document.querySelector('vitrine-widget')
    const scroll = widget?.shadowRoot?.querySelector<HTMLElement>('.scroll')
    const slide = widget?.shadowRoot?.querySelectorAll('.slide')[wanted]
    const [one, other] = [scroll, slide].map((part) => part?.getBoundingClientRect().left ?? 0)
    return widget?.index === wanted && Math.abs((one ?? 0) - (other ?? 9)) < 1
  }, index)

t.test('a mouse drags slides, which come to rest on a picture', async (t) => {
  for (const [html, sign] of [
    ['lang="en"', -1],
    ['lang="ar" dir="rtl"', 1],
  ] as const) {
    for (const config of [{}, { infinite: false }, { transition: 'fade' }]) {
      const spec: WidgetSpec = { layout: 'CAROUSEL', config: { transitionDuration: 0, ...config } }
      const { page, drag } = await openHovered(spec, html)
      await drag(sign * 200)
      await settled(page, 1)
      await drag(sign * 200)
      await settled(page, 2)
      await drag(-sign * 200)
      await settled(page, 1)
      t.equal(await page.locator('dialog').count(), 0, 'a drag opens no picture')
    }
  }
})

t.test('a click that is no drag opens a picture; a drag follows no link', async (t) => {
  const { page, at } = await openHovered({ layout: 'CAROUSEL' })
  await page.mouse.click(at.x, at.y)
  await page.getByRole('dialog').waitFor()

  const link = { url: 'https://elsewhere.example/', newTab: false }
  const linked = await openHovered({ layout: 'CAROUSEL', pictures: Array(6).fill({ link }) })
  const url = linked.page.url()
  await linked.drag(-200)
  await settled(linked.page, 1)
  t.equal(linked.page.url(), url)
})

t.test('a mouse drags a horizontal list, which snaps', async (t) => {
  const { page, drag } = await openHovered({
    layout: 'LIST_HORIZONTAL',
    count: 12,
    config: { itemWidth: 200, gap: 20 },
  })
  await drag(-150)
  await page.waitForFunction(() => {
    const scroll = document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('.scroll')
    return scroll?.scrollLeft === 220 && (scroll as HTMLElement).style.scrollSnapType === ''
  })
  t.equal(await page.locator('dialog').count(), 0)
})

t.test('captions can be selected, and what does not move has no hand', async (t) => {
  const { page } = await openHovered({
    layout: 'CAROUSEL',
    config: { showCaptions: true, lightbox: false },
  })
  const caption = await boxOf(page, '.caption')
  await page.mouse.move(caption.left + 4, caption.top + 15)
  await page.mouse.down()
  await page.mouse.move(caption.left + 120, caption.top + 15, { steps: 4 })
  await page.mouse.up()
  t.equal(await indexOf(page), 0)
  const selected = await page.evaluate(() => `${getSelection()}`)
  t.ok(selected.length > 3, `selected: ${selected}`)

  const still = await bench.open({ layout: 'CAROUSEL', count: 1 })
  const view = await boxOf(still, '.scroll')
  const scripts = bench.fixture.requests.length
  await still.mouse.move(view.left + 50, view.top + 50)
  await painted(still)
  t.notOk(bench.fixture.requests.slice(scripts).some((path) => path.endsWith('/drag.js')))
  t.equal(await still.locator('.scroll').evaluate((one) => (one as HTMLElement).style.cursor), '')
})
