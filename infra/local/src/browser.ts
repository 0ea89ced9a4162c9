import { type Browser, chromium } from 'playwright-core'
import { findHeadlessChromium } from './debian/chromium.js'

type Options = {
  /** Receives progress output line by line. */
  log: (line: string) => void
  args?: readonly string[]
}

/**
 * A headless Chromium for tests. It may run as root and makes no network requests of its own.
 *
 * @throws a one-sentence error if there is none.
 */
export async function launchChromium({ log, args = [] }: Options): Promise<Browser> {
  return chromium.launch({
    executablePath: await findHeadlessChromium(log),
    // Playwright's default of 30 s is too short for a busy machine; the test's timeout applies.
    timeout: 0,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-background-networking',
      '--hide-scrollbars',
      // Font metrics of full Chrome instead of the headless shell.
      '--font-render-hinting=none',
      ...args,
    ],
  })
}
