import type { Engine } from '@vitrine/testing/engines'
import { openBrowser } from '../fixture/browser.js'

/** Chromium, controlled by Playwright as in the other suites. */
export async function startChromium(): Promise<Engine> {
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1200, height: 814 } })
  page.setDefaultTimeout(0)
  const devtools = await page.context().newCDPSession(page)
  return {
    goTo: async (url) => {
      await page.goto(url)
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    click: ({ x, y }) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    wheel: async ({ x, y }, byX) => {
      await page.mouse.move(x, y)
      await page.mouse.wheel(byX, 0)
    },
    swipe: async ({ x, y }, byX) => {
      await devtools.send('Input.synthesizeScrollGesture', {
        x: Math.round(x),
        y: Math.round(y),
        xDistance: byX,
        gestureSourceType: 'touch',
        // A fling would end elsewhere on a slow machine.
        preventFling: true,
      })
    },
    setPrivacyControl: null,
    screenshot: () => page.screenshot(),
    stop: () => page.close(),
  }
}
