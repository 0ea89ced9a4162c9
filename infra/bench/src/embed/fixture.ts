import { findChromium } from '@vitrine/local/chromium'
import { findFreePort } from '@vitrine/local/programs'
import { noRateLimits } from '@vitrine/local/services'
import { type Browser, chromium } from 'playwright-core'
import { withCleanup } from '../cleanup.js'
import { untilIdle } from '../processes/cpu-time.js'
import { createProcessTree } from '../processes/process-tree.js'
import { withStack } from '../with-stack.js'
import { pageCss } from './sample-page.js'
import { createSampleProject, type SampleProject } from './sample-project.js'
import { type Site, startSite } from './site.js'

export type Instruments = {
  browser: Browser
  site: Site
  /** Origin of the pictures and of the embed's scripts. */
  deliveryUrl: string
}

export type Fixture = Instruments & {
  log: (line: string) => void
  project: SampleProject
}

/** Calls `use` with the fixture, then removes its processes and files, even after an error. */
export const withFixture = (
  log: (line: string) => void,
  use: (fixture: Fixture) => Promise<void>,
): Promise<void> =>
  withCleanup(async (addCleanup) => {
    const executablePath = await findChromium(log)
    const port = await findFreePort()
    const deliveryUrl = `http://127.0.0.1:${port}`
    const addresses = { PUBLIC_URL: deliveryUrl }
    await withStack(
      log,
      async (stack) => {
        const project = await createSampleProject(stack.management.url, deliveryUrl)
        await stack.startDelivery({ ...noRateLimits, PORT: `${port}` })
        const site = await startSite()
        addCleanup(site.stop)
        site.addFile('/page.css', pageCss)
        const browser = await launch(executablePath)
        addCleanup(() => browser.close())
        log('waiting until nothing is made ahead any more …')
        await untilIdle(createProcessTree(stack.management.pid))
        await use({ log, browser, site, deliveryUrl, project })
      },
      addresses,
    )
  })

/** Starts a headless browser. Signals are handled by the run itself, so that it can clean up. */
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    // Playwright's default of 30 s is too short for a busy machine.
    timeout: 0,
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
