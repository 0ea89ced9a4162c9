import { createServer } from 'node:http'
import type { App } from '@vitrine/http'
import { launchChromium } from '@vitrine/local/browser'
import { listening } from '@vitrine/testing/listening'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { portOf, publicUrl } from './build.js'

/** A page of another site, and the errors in it and its frames. */
export type Visited = { page: Page; problems: string[] }

/**
 * A browser that reaches the app at its public address, and pages for it: two sites, because the server has
 * two names.
 */
export async function openBrowser(t: Test, app: App) {
  const pages = new Map<string, string>()
  const hosts = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pages.get(request.url ?? '') ?? '')
  })
  const appPort = await portOf(app)
  const hostPort = await listening(t, hosts)
  const rule = `MAP ${new URL(publicUrl).host} 127.0.0.1:${appPort}`
  const browser = await launchChromium({
    log: () => undefined,
    args: [`--host-resolver-rules=${rule}`],
  })
  t.teardown(() => browser.close())

  const sites = {
    localhost: `http://localhost:${hostPort}`,
    loopback: `http://127.0.0.1:${hostPort}`,
  }
  return {
    sites,
    /** Adds a page at `path` of both sites, with this content in `<main>`. */
    write: (path: string, content: string): void => {
      pages.set(path, pageAround(content))
    },
    visit: async (url: string, options: BrowserContextOptions = {}): Promise<Visited> => {
      const context = await browser.newContext({
        viewport: { width: 1000, height: 800 },
        ...options,
      })
      t.teardown(() => context.close())
      const page = await context.newPage()
      // A busy machine is slow: the time limit of the test ends a wait in vain.
      page.setDefaultTimeout(0)
      const problems: string[] = []
      // Chromium writes violations of a policy there as well.
      page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
      page.on('pageerror', (error) => problems.push(String(error)))
      await page.goto(url)
      return { page, problems }
    },
  }
}

const pageAround = (content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,">
<style>iframe{display:block;width:100%;height:600px;border:0}</style></head>
<body><main><h1>A site</h1>${content}</main></body></html>`

/** Scrolls to the frame with this title and returns it. */
export async function frameOf(page: Page, title: string): Promise<Frame> {
  const element = page.locator(`iframe[title="${title}"]`)
  await element.scrollIntoViewIfNeeded()
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error(`the page has no frame ${title}`)
  await frame.waitForURL((url) => url.protocol !== 'about:')
  return frame
}
