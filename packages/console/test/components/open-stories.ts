import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { visit } from '../browser/visit.ts'

const root = join(import.meta.dirname, '../..')
/** The compilation of the tests empties it, so it is as new as they are. */
const folder = join(root, 'dist-test/stories')
const page = 'test/components/stories/index.html'
/** No request leaves the browser. Pages of this host are secure contexts, so they may use the clipboard. */
const origin = 'http://localhost:1'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
}

/** One build of the stories for all processes, by the console's own configuration. */
async function buildStories(): Promise<void> {
  if (existsSync(folder)) return
  const { build, loadConfigFromFile } = await import('vite')
  const at = { command: 'build', mode: 'production' } as const
  const loaded = await loadConfigFromFile(at, 'vite.config.ts', root)
  const own = `${folder}-${process.pid}`
  const { NODE_ENV } = process.env
  await build({
    ...loaded?.config,
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ...loaded?.config.build,
      outDir: own,
      manifest: false,
      minify: false,
      rolldownOptions: { input: join(root, page) },
    },
  })
  // The build sets it to production, where lingui compiles no messages; other suites of this process need that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  // Another process may have been faster.
  await rename(own, folder).catch(() => rm(own, { recursive: true }))
}

/** Installs a clock that only `runFor` moves: by itself it would also follow the real time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // Not before the time of the page.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

let built: Promise<void> | undefined

export type Stories = {
  page: Page
  names: readonly string[]
  /** Renders stories from their first state. Several stand below each other. */
  show(names: string | readonly string[], direction?: 'ltr' | 'rtl'): Promise<void>
  /** What the controls of the story have called so far. */
  heard(): Promise<string>
}

/** A tab with the stories, whose controls are those of the console. */
export async function openStories(
  t: Test,
  options: Parameters<typeof visit>[1] = {},
): Promise<Stories> {
  built ??= buildStories()
  await built
  const { page: tab } = await visit(t, {
    timezoneId: 'UTC',
    locale: 'en-US',
    ...options,
  })
  await tab.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/console/', '')
    const body = await readFile(join(folder, path)).catch(() => null)
    if (body === null) return route.fulfill({ status: 404 })
    return route.fulfill({ body, contentType: types[extname(path)] ?? 'text/plain' })
  })
  await tab.goto(`${origin}/console/${page}`)
  return {
    page: tab,
    names: await tab.evaluate(() => window.storyNames),
    show: (names, direction = 'ltr') =>
      tab.evaluate(({ all, to }) => window.showStories(all, to), {
        all: [names].flat(),
        to: direction,
      }),
    heard: async () => (await tab.locator('[data-heard]').first().textContent()) ?? '',
  }
}

/** Waits until an element has the focus, which overlays give back after they are gone. */
export const focusOn = (locator: Locator): Promise<void> =>
  locator.and(locator.page().locator(':focus')).waitFor()
