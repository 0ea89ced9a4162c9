import { findChromium } from '@vitrine/local/chromium'
import { findFreePort } from '@vitrine/local/programs'
import { noRateLimits } from '@vitrine/local/services'
import { type Browser, chromium } from 'playwright-core'
import { withEndings } from '../endings.js'
import { untilIdle } from '../processes/cpu-time.js'
import { createProcessTree } from '../processes/process-tree.js'
import { withStack } from '../with-stack.js'
import { pageCss } from './placing.js'
import { createExhibition, type Exhibition } from './sample-project.js'
import { type Site, startSite } from './site.js'

/** What is measured with. */
export type Instruments = {
  browser: Browser
  /** Whose pages show the pictures. */
  site: Site
  /** Where the pictures and our scripts come from. */
  deliveryUrl: string
}

export type Stage = Instruments & {
  log: (line: string) => void
  exhibition: Exhibition
}

/** It ends, with every process and file of its own, when `use` does, however that ends. */
export const withStage = (
  log: (line: string) => void,
  use: (stage: Stage) => Promise<void>,
): Promise<void> =>
  withEndings(async (atEnd) => {
    const executablePath = await findChromium(log)
    const port = await findFreePort()
    const deliveryUrl = `http://127.0.0.1:${port}`
    const addresses = { PUBLIC_URL: deliveryUrl }
    await withStack(
      log,
      async (stack) => {
        const exhibition = await createExhibition(stack.management.url, deliveryUrl)
        await stack.startDelivery({ ...noRateLimits, PORT: `${port}` })
        const site = await startSite()
        atEnd(site.stop)
        site.addFile('/page.css', pageCss)
        const browser = await launch(executablePath)
        atEnd(() => browser.close())
        log('waiting until nothing is made ahead any more …')
        await untilIdle(createProcessTree(stack.management.pid))
        await use({ log, browser, site, deliveryUrl, exhibition })
      },
      addresses,
    )
  })

/** A browser without a window. Interruptions are for the whole run to end in good order. */
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    // A busy machine needs more than Playwright's 30 s.
    timeout: 0,
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
