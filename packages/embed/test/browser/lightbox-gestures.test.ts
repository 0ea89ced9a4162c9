import t from '@vitrine/testing/t'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createBench } from '../fixture/browser.js'
import { closed, fingersOf, openPicture, see, settled } from '../fixture/lightbox.js'

const bench = await createBench(t)

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 700 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
}

/** The page is higher than the window, so that it could scroll. */
const open = (context: BrowserContextOptions = { reducedMotion: 'reduce' }, html = 'lang="en"') =>
  bench.open(
    { layout: 'GRID', config: { columns: 2 } },
    { context, page: { html }, after: '<p style="height:2000px">After</p>' },
  )

async function openOnPhone(html?: string) {
  const page = await open(phone, html)
  await openPicture(page)
  return { page, fingers: await fingersOf(page) }
}

/** Waits until another tap or click is not the second of a double one. */
const pause = (page: Page) =>
  page
    .evaluate('performance.now()')
    .then((start) => page.waitForFunction((from) => performance.now() > from + 400, Number(start)))

/** Two clicks a tenth of a second apart, however long a busy machine takes to send them. */
async function doubleClick(page: Page, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  for (const clickCount of [1, 2]) {
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      const timestamp = start + clickCount / 10
      await session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        clickCount,
        timestamp,
      })
    }
  }
}

const countOf = async (page: Page) => (await see(page)).count

t.test('a pinch zooms the picture between the fingers, and never the page', async (t) => {
  const { page, fingers } = await openOnPhone()
  const before = await see(page)
  await fingers.drag(
    [
      [140, 350],
      [60, 350],
    ],
    [
      [250, 350],
      [330, 350],
    ],
  )
  await fingers.lift()
  const after = await see(page)
  t.ok(after.isZoomed)
  t.equal(after.pageScale, 1)
  t.equal(after.scrollY, 0)
  const ratio = (after.picture?.width ?? 0) / (before.picture?.width ?? 1)
  t.ok(ratio > 2 && ratio < 4, `${ratio} times as wide`)
  // The point in the middle of the fingers has kept its place.
  const pointIn = ({ picture }: typeof after) => {
    const { left = 0, width = 1, top = 0, height = 1 } = picture ?? {}
    return [(195 - left) / width, (350 - top) / height].map((one) => one.toFixed(2))
  }
  t.strictSame(pointIn(after), pointIn(before))
  await fingers.drag(
    [
      [60, 350],
      [180, 350],
    ],
    [
      [330, 350],
      [210, 350],
    ],
  )
  await fingers.lift()
  t.match(await see(page), { isZoomed: false, picture: before.picture }, 'and back')
})

t.test('a pinch on a button does not zoom the page either', async (t) => {
  const { page, fingers } = await openOnPhone()
  await fingers.drag(
    [
      [370, 30],
      [300, 30],
    ],
    [
      [330, 200],
      [330, 500],
    ],
  )
  await fingers.lift()
  t.equal((await see(page)).pageScale, 1)
})

t.test('a double tap enlarges the tapped point; a single one does nothing', async (t) => {
  const { page, fingers } = await openOnPhone()
  const before = await see(page)
  const spot = [100, 330] as const
  await fingers.tap(spot)
  t.equal((await see(page)).isZoomed, false)
  fingers.rest()
  await fingers.doubleTap(spot)
  const after = await see(page)
  t.ok(after.isZoomed)
  const share = ({ picture }: typeof after) =>
    (spot[0] - (picture?.left ?? 0)) / (picture?.width ?? 1)
  t.equal(share(after).toFixed(2), share(before).toFixed(2))
  await fingers.doubleTap(spot)
  t.match(await see(page), { isZoomed: false, picture: before.picture })
})

t.test('a zoomed picture follows the finger, and stays within its edges', async (t) => {
  const { page, fingers } = await openOnPhone()
  await fingers.doubleTap([195, 330])
  const { picture: before } = await see(page)
  await fingers.drag([
    [195, 330],
    [155, 330],
  ])
  const moved = (before?.left ?? 0) - ((await see(page)).picture?.left ?? 0)
  t.ok(moved > 30 && moved <= 40, `${moved} pixels`)
  await fingers.lift()
  // How far a swipe goes depends on its speed.
  for (let left = moved; left !== 0; left = (await see(page)).picture?.left ?? 0) {
    await fingers.swipe([20, 330], [380, 330])
    t.match(await see(page), { count: '1 of 6', isZoomed: true })
  }
  await fingers.swipe([20, 330], [380, 330])
  t.match(await see(page), { count: '6 of 6', isZoomed: false }, 'from the edge on')
})

t.test('a swipe changes pictures, in the direction of reading', async (t) => {
  for (const [html, next] of [
    ['lang="en"', -1],
    ['lang="en" dir="rtl"', 1],
  ] as const) {
    const { page, fingers } = await openOnPhone(html)
    const [from, to] = [
      [195 - 120 * next, 350],
      [195 + 120 * next, 350],
    ] as const
    await fingers.drag([from, to])
    t.equal((await see(page)).picture?.left, 240 * next, 'it follows the finger')
    await fingers.lift()
    t.equal(await countOf(page), '2 of 6', html)
    t.equal((await see(page)).picture?.left, 0)
    for (const expected of ['1 of 6', '6 of 6']) {
      await fingers.swipe(to, from)
      t.equal(await countOf(page), expected, html)
    }
  }
})

t.test('a swipe down closes; the picture follows the finger and the ground fades', async (t) => {
  const { page, fingers } = await openOnPhone()
  const before = await see(page)
  await fingers.drag([
    [195, 300],
    [200, 400],
  ])
  t.equal((await see(page)).picture?.top, (before.picture?.top ?? 0) + 100)
  const fade = await page
    .locator('.backdrop')
    .evaluate((one) => Number(getComputedStyle(one).opacity))
  t.ok(fade > 0.5 && fade < 1, `${fade}`)
  // Back up: it was not meant.
  await fingers.lift()
  t.ok(await page.getByRole('dialog').count())
  await fingers.swipe([195, 300], [205, 640])
  await closed(page)
  t.equal(await page.evaluate('history.state'), null, 'its entry of the history is left, too')
})

t.test('a click enlarges the point below it, as the cursor says', async (t) => {
  const page = await open()
  const dialog = await openPicture(page)
  const cursor = () =>
    dialog.locator('.page:not([inert]) img').evaluate((one) => getComputedStyle(one).cursor)
  t.equal(await cursor(), 'zoom-in')
  const before = await see(page)
  const share = ({ picture }: typeof before) =>
    ((700 - (picture?.left ?? 0)) / (picture?.width ?? 1)).toFixed(2)
  await page.mouse.click(700, 400)
  const after = await see(page)
  t.ok(after.isZoomed)
  t.equal(share(after), share(before))
  t.equal(await cursor(), 'zoom-out')
  await pause(page)
  await page.mouse.click(700, 400)
  t.equal((await see(page)).isZoomed, false)
})

t.test('a double click enlarges it once; a click beside the picture closes', async (t) => {
  const page = await open()
  await openPicture(page, 1)
  await doubleClick(page, 500, 400)
  t.ok((await see(page)).isZoomed)
  await page.keyboard.press('Escape')
  await closed(page)
  await openPicture(page, 1)
  await page.mouse.click(30, 200)
  await closed(page)
})

t.test('a mouse drags an enlarged picture and changes pictures; a drag is no click', async (t) => {
  const page = await open()
  await openPicture(page)
  const drag = async (byX: number, byY: number) => {
    await page.mouse.move(500, 400)
    await page.mouse.down()
    await page.mouse.move(500 + byX, 400 + byY, { steps: 5 })
    await page.mouse.up()
  }
  await page.mouse.click(500, 400)
  const before = await see(page)
  await drag(-100, -60)
  const after = await see(page)
  t.ok(after.isZoomed)
  t.ok((after.picture?.left ?? 0) <= (before.picture?.left ?? 0) - 100)
  t.ok((after.picture?.top ?? 0) < (before.picture?.top ?? 0))
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await drag(-450, 0)
  t.match(await see(page), { count: '2 of 6', isZoomed: false })
})

t.test(
  'the wheel never scrolls the page: it zooms with Ctrl and moves what is enlarged',
  async (t) => {
    const page = await open()
    await openPicture(page)
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, 300)
    t.match(await see(page), { scrollY: 0, isZoomed: false, count: '1 of 6' })
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    const zoomed = await see(page)
    t.match(zoomed, { isZoomed: true, pageScale: 1 })
    await page.mouse.wheel(0, 50)
    const moved = await see(page)
    t.equal(moved.picture?.top, (zoomed.picture?.top ?? 0) - 50)
    t.equal(moved.scrollY, 0)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await page.mouse.move(500, 400)
    await page.mouse.wheel(60, 0)
    await page.mouse.wheel(60, 0)
    t.equal(await countOf(page), '2 of 6', 'one picture for each sideways swipe')
  },
)

t.test('keys that would scroll the page move an enlarged picture', async (t) => {
  const page = await open()
  await openPicture(page)
  for (const key of ['ArrowDown', 'PageDown', 'End']) await page.keyboard.press(key)
  t.match(await see(page), { scrollY: 0, count: '6 of 6' })
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const before = await see(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await settled(page)
  t.match(await see(page), {
    count: '6 of 6',
    picture: {
      top: (before.picture?.top ?? 0) - 80,
      left: Math.min(0, (before.picture?.left ?? 0) - 80),
    },
  })
})
