import { type Browser, chromium } from 'playwright-core'
import { findHeadlessChromium } from './debian/chromium.js'

type Options = {
  /** Takes one line of progress at a time. */
  log: (line: string) => void
  /** Of Chromium's command line, beyond what tests always want. */
  args?: readonly string[]
}

/**
 * A Chromium without a window, for tests: it may run as root, and calls nobody by itself.
 *
 * @throws one sentence when there is none.
 */
export async function launchChromium({ log, args = [] }: Options): Promise<Browser> {
  return chromium.launch({
    executablePath: await findHeadlessChromium(log),
    // A busy machine needs more than Playwright's 30 s. The test's own limit ends it.
    timeout: 0,
    args: [
      ...['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
      // Letters as wide as the whole browser has them.
      '--font-render-hinting=none',
      ...args,
    ],
  })
}
