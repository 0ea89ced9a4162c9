import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { layoutNames } from '../../src/published.js'
import { createBench, pictured } from '../fixture/browser.js'
import { closed, openPicture, see, settled } from '../fixture/lightbox.js'

const bench = await createBench(t)
const still = { context: { reducedMotion: 'reduce' } } as const

/** Waits until the picture in view has a rendition of this width. */
const sharp = (page: Page, width: number) =>
  page.waitForFunction(
    (expected) =>
      document
        .querySelector('vitrine-widget')
        ?.shadowRoot?.querySelector<HTMLImageElement>('.page:not([inert]) img')
        ?.src.includes(`w=${expected}&`),
    width,
  )
const sourceOf = (page: Page) =>
  page.locator('.page:not([inert]) img').evaluate((one: HTMLImageElement) => one.src)

t.test('zooming fetches the rendition for the drawn size, up to the original’s', async (t) => {
  const page = await bench.open({ layout: 'GRID' }, still)
  await openPicture(page)
  // 1000 CSS pixels wide.
  await sharp(page, 1280)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await sharp(page, 2400)
  t.equal(bench.fixture.requests.length > 0, true)
})

t.test('a small picture is neither enlarged nor asked for in a greater size', async (t) => {
  const pictures = [{ width: 300, height: 200 }]
  const page = await bench.open({ layout: 'GRID', count: 1, pictures }, still)
  await openPicture(page)
  t.match(await see(page), { picture: { width: 300, height: 200 } })
  await page.getByRole('button', { name: 'Zoom in' }).click()
  t.match(await see(page), { picture: { width: 600 } }, 'a visitor may double it')
  t.match(await sourceOf(page), 'w=300&')
})

t.test('a rendition that is refused leaves the picture as it is', async (t) => {
  const page = await bench.open({ layout: 'GRID' }, still)
  const refused: string[] = []
  await page.route(/w=(1280|2400)&/, (route) => {
    refused.push(route.request().url())
    return route.fulfill({ status: 403 })
  })
  await pictured(page)
  await openPicture(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForFunction(() => true)
  t.ok((await see(page)).isZoomed)
  t.ok(refused.length > 0)
  t.notMatch(await sourceOf(page), /w=(1280|2400)&/)
  t.equal(await page.locator('.page:not([inert]) img.failed').count(), 0)
})

t.test('the neighbours are fetched before they are shown, others are not', async (t) => {
  const page = await bench.open({ layout: 'GRID', count: 8 }, still)
  await openPicture(page, 2)
  const numbers = await page
    .locator('.page img')
    .evaluateAll((all) =>
      all.map((one) => /project\/(\d)/.exec((one as HTMLImageElement).src)?.[1]),
    )
  t.same(numbers.sort(), ['1', '2', '3'])
})

/** Flights wait for `flightOf`, however long a busy machine takes to look. */
const holdFlights = (page: Page) =>
  page.evaluate(() => {
    const { animate } = Element.prototype
    Object.assign(window, { animate })
    Object.assign(Element.prototype, {
      animate(this: Element, ...all: Parameters<typeof animate>) {
        const flight = animate.apply(this, all)
        flight.pause()
        return flight
      },
    })
  })

/** The first frame of the picture's animation, in CSS pixels, and the place in the page. */
const flightOf = (page: Page, selector: string) =>
  page.evaluate((find) => {
    Object.assign(Element.prototype, { animate: (window as unknown as Element).animate })
    const root = document.querySelector('vitrine-widget')?.shadowRoot
    const picture = root?.querySelector('.page:not([inert]) img')
    const [flight] = picture?.getAnimations() ?? []
    if (!picture || !flight) return null
    flight.pause()
    flight.currentTime = 0
    const box = (one: Element | null | undefined) => {
      const { left, top, width, height } = one?.getBoundingClientRect() ?? new DOMRect()
      return [left, top, width, height].map(Math.round)
    }
    const { clipPath } = getComputedStyle(picture)
    const ends = { from: box(picture), place: box(root?.querySelector(find)), clipPath }
    flight.play()
    return ends
  }, selector)

t.test('it opens from the picture’s place and closes to it', async (t) => {
  // In its own proportions, so that nothing is cropped.
  const page = await bench.open({ layout: 'GRID', config: { aspectRatio: 'auto', columns: 3 } })
  await pictured(page)
  await holdFlights(page)
  await page.locator('a.open').nth(1).click()
  await page.getByRole('dialog').waitFor()
  const flight = await flightOf(page, 'li:nth-child(2) img')
  t.ok(flight)
  flight?.from.forEach((side, index) => {
    t.ok(Math.abs(side - (flight.place[index] ?? 0)) <= 2, `${flight.from} is ${flight.place}`)
  })
  await settled(page)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() =>
    document.querySelector('vitrine-widget')?.shadowRoot?.querySelector('.closing'),
  )
  await closed(page)
})

t.test('a cropped picture opens from its crop', async (t) => {
  const page = await bench.open({ layout: 'GRID', config: { columns: 3 } })
  await pictured(page)
  await holdFlights(page)
  await page.locator('a.open').first().click()
  await page.getByRole('dialog').waitFor()
  const flight = await flightOf(page, 'li:nth-child(1) img')
  // 3:2 in a square: a sixth is cut off at the left and at the right.
  const [left, top, width, height] = flight?.from ?? []
  const [, placeTop, , placeHeight] = flight?.place ?? []
  t.ok(Math.abs((height ?? 0) - (placeHeight ?? 0)) <= 2)
  t.ok(Math.abs((top ?? 0) - (placeTop ?? 0)) <= 2)
  t.ok(Math.abs((width ?? 0) - 1.5 * (height ?? 0)) <= 2)
  t.ok((left ?? 0) < 8)
  t.match(flight?.clipPath, /inset\(0px 1\d\d(\.\d+)?px( 0px 1\d\d|\b)/)
})

t.test('nothing moves under reduced motion', async (t) => {
  const page = await bench.open({ layout: 'GRID' }, still)
  await page.evaluate(() => {
    window.animations = 0
    const { animate } = Element.prototype
    Element.prototype.animate = function (...all) {
      window.animations++
      return animate.apply(this, all)
    }
  })
  await openPicture(page)
  await page.keyboard.press('ArrowRight')
  const running = await page
    .getByRole('dialog')
    .evaluate((one) => one.getAnimations({ subtree: true }).length)
  await page.keyboard.press('Escape')
  await closed(page)
  t.equal(running + (await page.evaluate(() => window.animations)), 0)
})

declare global {
  interface Window {
    animations: number
  }
}

t.test('one click on a picture opens it, in every layout', async (t) => {
  for (const layout of layoutNames) {
    const page = await bench.open({ layout, count: 3 }, still)
    const link = page.locator('a.open').first()
    t.equal(await link.evaluate((one) => getComputedStyle(one).cursor), 'zoom-in', layout)
    await link.click()
    await page.getByRole('dialog').getByText('1 of 3').waitFor()
    await page.context().close()
  }
})

t.test('a carousel follows, so that the picture in view has the focus afterwards', async (t) => {
  const page = await bench.open({ layout: 'CAROUSEL' }, still)
  await openPicture(page)
  for (let time = 0; time < 3; time++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await closed(page)
  const widget = page.locator('vitrine-widget')
  t.equal(await widget.evaluate((one: HTMLElement & { index: number }) => one.index), 3)
  const focused = await widget.evaluate(
    ({ shadowRoot }) => shadowRoot?.activeElement?.querySelector('img')?.src,
  )
  t.match(focused, '/project/3?')
})

t.test('a dark picture with transparency has a light ground, others have none', async (t) => {
  // The third byte says that there is transparency.
  const clear = Buffer.from([0, 0, 128, 0, 0, 0]).toString('base64')
  const opaque = Buffer.from([0, 0, 0, 0, 0, 0]).toString('base64')
  const pictures = [
    { placeholder: { color: '#101010', thumbhash: clear } },
    { placeholder: { color: '#f0f0f0', thumbhash: clear } },
    { placeholder: { color: '#101010', thumbhash: opaque } },
  ]
  const page = await bench.open({ layout: 'GRID', count: 3, pictures }, still)
  await openPicture(page)
  const grounds: string[] = []
  for (let time = 0; time < 3; time++) {
    await settled(page)
    const picture = page.locator('.page:not([inert]) img.loaded')
    await picture.waitFor()
    grounds.push(await picture.evaluate((one) => getComputedStyle(one).backgroundColor))
    await page.keyboard.press('ArrowRight')
  }
  t.same(grounds, ['rgb(233, 233, 236)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
})

t.test('a picture that fails shows its text', async (t) => {
  const page = await bench.open({ layout: 'GRID' }, still)
  await page.route(/project\/1\?/, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await page.locator('a.open').nth(1).click()
  await page.locator('.page:not([inert]) img.failed').waitFor()
  const text = await page
    .locator('.page:not([inert])')
    .evaluate((one) => getComputedStyle(one, '::before').content)
  t.match(text, 'A valley of spruces in the mist')
})

t.test('it has the font of the page, or of the theme', async (t) => {
  const fontOf = async (theme = {}) => {
    const page = await bench.open(
      { layout: 'GRID', theme },
      { ...still, page: { head: '<style>body{font-family:Georgia}</style>' } },
    )
    const dialog = await openPicture(page)
    return dialog.evaluate((one) => getComputedStyle(one).fontFamily)
  }
  t.equal(await fontOf(), 'Georgia')
  t.equal(await fontOf({ fontFamily: 'Inter, serif' }), 'Inter, serif')
})
