import type { Database } from '@vitrine/database'
import type { Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { interactionsOf, meterOf, openConsolePage, withoutPictures } from './console-page.js'

const rounds = 3
const bars = { cells: 0.6, heapMb: 40, end: 0.1, lists: 3, interaction: 100 }

/** Assets without files, of which the first is the newest. */
async function fill(database: Database, projectId: string, count: number): Promise<void> {
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256,
      alt_text, tags, created_at, updated_at)
    SELECT ${projectId}::uuid, i || '.jpg', 'image/jpeg', 1000, 320, 200,
      sha256(convert_to(i::text, 'UTF8')), 'Picture ' || i, '{}', now() - i * interval '1 second',
      now()
    FROM generate_series(0, ${count - 1}) AS i`
  await database.$executeRaw`VACUUM (ANALYZE) assets`
}

const cellOf = (page: Page, index: number) =>
  page.locator(`[role="gridcell"][data-index="${index}"]`)

/** Opening and walking libraries of 100,000 and 1,000,000 pictures. CPU time is that of the page's main thread. */
export async function measureLibrary(bench: ConsoleBench): Promise<void> {
  const { admin, stack, report } = bench
  for (const count of [100_000, 1_000_000]) {
    const { id } = await admin.createProject(`${count} pictures`)
    report.log(`filling a project with ${count} pictures …`)
    await fill(stack.database, id, count)
    await walk(bench, id, count)
  }
}

type Figures = { cells: number[]; end: number[]; heap: number[]; lists: number[]; took: number[] }

async function walk(bench: ConsoleBench, projectId: string, count: number): Promise<void> {
  const { report } = bench
  const { context } = await openConsolePage(bench)
  await withoutPictures(context)
  const figures: Figures = { cells: [], end: [], heap: [], lists: [], took: [] }
  const address = `${bench.url}/console/p/${projectId}/library`
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage()
    await walkOnce(page, { address, count }, figures)
    await page.close()
  }
  await context.close()
  const name = `library of ${count.toLocaleString('en-US')}`
  report.atMost(`${name}: first cells`, figures.cells, 's CPU', bars.cells)
  report.atMost(`${name}: heap at the end`, figures.heap, 'MB', bars.heapMb)
  report.atMost(`${name}: End`, figures.end, 's CPU', bars.end)
  report.atMost(`${name}: lists for both`, figures.lists, 'calls', bars.lists)
  report.p98(`${name}: interactions`, figures.took, bars.interaction)
}

async function walkOnce(
  page: Page,
  { address, count }: { address: string; count: number },
  figures: Figures,
): Promise<void> {
  let lists = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/assets')) lists += 1
  })
  const interactions = await interactionsOf(page)
  const meter = await meterOf(page)
  await page.goto(address)
  await cellOf(page, 0).getByText('0.jpg', { exact: true }).waitFor()
  figures.cells.push(await meter.cpuSeconds())
  await cellOf(page, 0).focus()
  const toEnd = async () => {
    await page.keyboard.press('End')
    await page.locator(`[data-index="${count - 1}"]:focus`).waitFor()
  }
  figures.end.push(await meter.cpuOf(toEnd))
  await cellOf(page, count - 1)
    .getByText(`${count - 1}.jpg`)
    .waitFor()
  figures.lists.push(lists)
  figures.heap.push(await meter.heapMb())
  for (const key of ['PageUp', 'ArrowUp', 'ArrowLeft', 'Shift+ArrowRight', 'Home', 'PageDown']) {
    await page.keyboard.press(key)
  }
  figures.took.push(...(await interactions()))
}
