import t from '@vitrine/testing/t'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createBench, painted, pictured } from '../fixture/browser.js'
import { compareScreenshot } from '../fixture/screenshots.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)

const head = `<style>
  @font-face { font-family: Inter; src: url(/font/inter.woff2) }
  html { font: 16px/1.5 Inter; color-scheme: light dark }
  body { margin: 0; padding: 20px }
</style>`

const paper = { backgroundColor: '#f7f3ec', captionColor: '#4a4238', accentColor: '#b8552f' }
const ink = { backgroundColor: '#10141f', padding: 20, borderRadius: 16, imageBorderRadius: 10 }
const specs: Readonly<Record<string, WidgetSpec>> = {
  carousel: {
    layout: 'CAROUSEL',
    config: { autoplay: true, showCaptions: true, gap: 16 },
    theme: { imageBorderRadius: 12, accentColor: '#b8552f' },
  },
  'carousel-of-three': {
    layout: 'CAROUSEL',
    config: {
      slidesPerView: 3,
      gap: 16,
      aspectRatio: '4/3',
      showCaptions: true,
      captionPosition: 'overlay',
    },
    theme: ink,
  },
  slider: {
    layout: 'SLIDER',
    config: {
      transition: 'fade',
      aspectRatio: '21/9',
      showCaptions: true,
      captionPosition: 'overlay',
    },
  },
  grid: {
    layout: 'GRID',
    count: 8,
    config: { showCaptions: true, lightbox: true },
    theme: { imageBorderRadius: 8 },
  },
  'justified-rows': {
    layout: 'GRID',
    count: 12,
    config: { rows: 'justified', rowHeight: 220, gap: 8, loadMore: 9 },
    theme: { imageBorderRadius: 6 },
  },
  thumbnails: {
    layout: 'SLIDER',
    count: 14,
    config: { thumbnails: true, aspectRatio: 'auto', maxViewportHeight: 60 },
    theme: ink,
  },
  masonry: {
    layout: 'MASONRY',
    count: 14,
    config: { lightbox: true },
    theme: { ...paper, imageBorderRadius: 10, padding: 16, borderRadius: 16 },
  },
  'list-vertical': {
    layout: 'LIST_VERTICAL',
    count: 4,
    config: { showCaptions: true, aspectRatio: '3/2', maxHeight: 640, gap: 20 },
    theme: { ...paper, imageBorderRadius: 8, padding: 20, borderRadius: 16 },
  },
  'list-horizontal': {
    layout: 'LIST_HORIZONTAL',
    count: 8,
    config: { aspectRatio: '4/5', showCaptions: true },
    theme: { imageBorderRadius: 14 },
  },
}

async function openStill(spec: WidgetSpec, context: BrowserContextOptions, html = 'lang="en"') {
  const page = await bench.open(spec, {
    page: { head, html },
    context: { reducedMotion: 'reduce', ...context },
  })
  await settle(page)
  return page
}

/** Waits until everything in view is drawn. */
async function settle(page: Page): Promise<void> {
  await pictured(page)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await painted(page)
}

for (const [name, spec] of Object.entries(specs)) {
  t.test(`${name} matches its screenshot`, async (t) => {
    const page = await openStill(spec, { viewport: { width: 1280, height: 1000 } })
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 1000 })
      await painted(page)
      await settle(page)
      await compareScreenshot(t, `${name}-${width}`, await page.screenshot())
    }
  })
}

const viewport = { width: 640, height: 560 }

t.test('dark colour scheme, right to left', async (t) => {
  const spec: WidgetSpec = {
    layout: 'CAROUSEL',
    config: { autoplay: true, showCaptions: true, slidesPerView: 2, gap: 16, infinite: false },
    theme: { imageBorderRadius: 12 },
  }
  const page = await openStill(spec, { viewport, colorScheme: 'dark' }, 'lang="ar" dir="rtl"')
  await compareScreenshot(t, 'dark-right-to-left', await page.screenshot())
})

t.test('forced colours', async (t) => {
  const spec: WidgetSpec = {
    layout: 'SLIDER',
    config: { autoplay: true, showCaptions: true, captionPosition: 'overlay' },
  }
  const page = await openStill(spec, { viewport, forcedColors: 'active', colorScheme: 'light' })
  await compareScreenshot(t, 'forced-colours', await page.screenshot())
})

t.test('focus rings on pictures and next to them', async (t) => {
  const spec: WidgetSpec = {
    layout: 'CAROUSEL',
    config: { lightbox: true, slidesPerView: 2, gap: 16 },
  }
  const page = await openStill(spec, { viewport })
  await page.keyboard.press('Tab')
  for (const name of ['arrow', 'dot', 'strip', 'link']) {
    await page.keyboard.press('Tab')
    await compareScreenshot(t, `focus-${name}`, await page.screenshot())
  }
})

t.test('the lightbox', async (t) => {
  for (const viewport of [
    { width: 390, height: 700 },
    { width: 1100, height: 700 },
  ]) {
    const page = await openStill({ layout: 'GRID', config: { lightbox: true } }, { viewport })
    await page.locator('a.open').first().click()
    await page.getByRole('dialog').waitFor()
    await page.mouse.move(0, 0)
    await settle(page)
    await compareScreenshot(t, `lightbox-${viewport.width}`, await page.screenshot())
  }
})
