import type { BrowserContext, Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { openConsolePage } from './console-page.js'

const kills = 50

/** The ways in which a tab ends: it is closed or loaded again, its process dies, or the whole browser is closed. */
const ends = ['close', 'reload', 'crash', 'navigate'] as const

/** Ends tabs with unpublished changes, and counts the working copies that do not come back. */
export async function measureKills(bench: ConsoleBench): Promise<void> {
  const { url, admin, report } = bench
  const { id: projectId } = await admin.createProject('Kills')
  const { id } = await admin.post<{ id: string }>(`/api/projects/${projectId}/widgets`, {
    ...{ name: 'Kills', slug: 'kills', layout: 'GRID', assetIds: [] },
  })
  await admin.put(`/api/projects/${projectId}/widgets/${id}/publish`)
  const { context } = await openConsolePage(bench)
  const open = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)
    await fieldOf(page).waitFor()
    return page
  }
  let lost = 0
  let page = await open()
  for (let kill = 0; kill < kills; kill += 1) {
    const value = String(10 + kill)
    await fieldOf(page).fill(value)
    // The bar is 300 ms from a change to a copy that is kept.
    await page.waitForTimeout(300)
    await endTab(context, page, ends[kill % ends.length] ?? 'close')
    page = await open()
    if ((await fieldOf(page).inputValue()) !== value) lost += 1
  }
  await context.close()
  report.exactly(`working copies lost in ${kills} kills`, lost, 0)
}

const fieldOf = (page: Page) => page.getByLabel('Space between', { exact: true })

async function endTab(
  context: BrowserContext,
  page: Page,
  end: (typeof ends)[number],
): Promise<void> {
  if (end === 'reload') await page.reload()
  if (end === 'navigate') await page.goto('about:blank')
  if (end === 'crash') {
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    // It has no answer.
    void session.send('Page.crash').catch(() => null)
    await crashed
  }
  await page.close()
}
