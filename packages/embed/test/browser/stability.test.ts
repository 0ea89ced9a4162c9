import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { createBench, painted, ready } from '../fixture/browser.js'
import { publish } from '../fixture/widgets.js'
import {
  checkStability,
  forms,
  heightsOf,
  observe,
  script,
  somePages,
  text,
} from '../stability/check.js'
import { someWidgets } from '../stability/widgets.js'

const bench = await createBench(t)

checkStability(t, bench, { widgets: someWidgets, pages: somePages, widths: [320, 1280] })

t.test(
  'a placeholder that is too high keeps its height in view and releases it out of view',
  async (t) => {
    const pasted = publish(bench.fixture.origin, 'shrunk', {
      layout: 'GRID',
      config: { columns: 2 },
    })
    bench.fixture.widgets.set('shrunk', { layout: 'GRID', config: { columns: 2 }, count: 2 })
    const rest = '<p>Below</p><div style="height:3000px"></div>'
    const heightOf = async (page: Page) => (await heightsOf(page, 'vitrine-widget'))[0] ?? 0
    const open = async () => {
      const page = await bench.visit({
        head: observe,
        body: `${forms.script(pasted)}${rest}${script}`,
        isScriptLate: true,
      })
      await ready(page)
      await painted(page)
      return page
    }
    const page = await open()
    t.equal(await page.evaluate('shift'), 0)
    t.ok((await heightOf(page)) > 1400, 'as high as three rows although there is one')
    await page.evaluate(() => scrollTo(0, 3000))
    await page.waitForFunction(
      () => (document.querySelector('vitrine-widget')?.clientHeight ?? 0) < 500,
    )
    const turned = await open()
    await turned.setViewportSize({ width: 800, height: 1000 })
    await turned.waitForFunction(
      () => (document.querySelector('vitrine-widget')?.clientHeight ?? 0) < 400,
    )
    t.pass('at another width it means nothing')
  },
)

t.test('rotating slides cause no layout shift', async (t) => {
  const shiftOf = async (transition: string) => {
    const page = await bench.open(
      {
        layout: 'CAROUSEL',
        count: 2,
        config: { autoplay: true, autoplaySpeed: 500, transitionDuration: 200, transition },
      },
      { before: observe + text, after: text },
    )
    // Layout shifts are reported with a delay.
    await page.evaluate('since = performance.now(); shift = 0')
    await page.evaluate(
      () =>
        new Promise<void>((wentRound) => {
          let turns = 0
          addEventListener('vitrine-slide', () => {
            if (++turns === 3) wentRound()
          })
        }),
    )
    return page.evaluate('shift')
  }
  t.strictSame(await Promise.all(['slide', 'fade'].map(shiftOf)), [0, 0])
})
