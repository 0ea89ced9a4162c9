import type { Engine } from '@vitrine/testing/engines'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../fixture/browser.js'

/** Chromium, controlled by Playwright as in the other suites. */
export async function startChromium(env: NodeJS.ProcessEnv): Promise<Engine> {
  const browser = await chromium.launch({
    // Playwright's default of 30 s is too short for a busy machine.
    timeout: 0,
    executablePath: chromiumPath(env),
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
  })
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
        ...{ x: Math.round(x), y: Math.round(y), xDistance: byX, gestureSourceType: 'touch' },
        // A fling would end elsewhere on a slow machine.
        preventFling: true,
      })
    },
    setPrivacyControl: null,
    screenshot: () => page.screenshot(),
    stop: () => browser.close(),
  }
}
