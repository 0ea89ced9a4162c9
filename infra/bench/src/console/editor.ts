import type { Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { meterOf, openConsolePage, withoutPictures } from './console-page.js'

const items = 500
const moves = 5
const changes = 10
const bars = { moveCpu: 0.25, previewMs: 100 }

/** A widget of 500 pictures: a move by the keyboard, and the time until the preview shows a change. */
export async function measureEditor(bench: ConsoleBench): Promise<void> {
  const { url, report } = bench
  const { projectId, widgetId } = await createLarge(bench)
  const { context } = await openConsolePage(bench)
  await withoutPictures(context)
  const page = await context.newPage()
  const meter = await meterOf(page)
  await page.goto(`${url}/console/p/${projectId}/widgets/${widgetId}`)
  await page.frameLocator('iframe').locator('vitrine-widget .live').waitFor()
  const moved: number[] = []
  for (let move = 0; move < moves; move += 1) {
    await page.getByRole('button', { name: 'Move Picture 0', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[aria-label^="Insert between"]:focus').waitFor()
    moved.push(
      await meter.cpuOf(async () => {
        await page.keyboard.press('ArrowDown')
        await settled(page)
      }),
    )
    await page.keyboard.press('Escape')
  }
  report.atMost(`order of ${items}: a step by the keyboard`, moved, 's CPU', bars.moveCpu)
  const preview = await previewTimes(page, meter)
  report.atMost('preview after a change', preview.ms, 'ms', bars.previewMs)
  report.atMost('preview after a change: CPU', preview.cpu, 's CPU', bars.previewMs / 1000)
  await context.close()
}

async function createLarge({ admin, stack }: ConsoleBench) {
  const { id: projectId } = await admin.createProject('Order')
  await stack.database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256,
      alt_text, tags, created_at, updated_at)
    SELECT ${projectId}::uuid, i || '.jpg', 'image/jpeg', 1000, 320, 200,
      sha256(convert_to(i::text, 'UTF8')), 'Picture ' || i, '{}', now() - i * interval '1 second',
      now()
    FROM generate_series(0, ${items - 1}) AS i`
  const path = `/api/projects/${projectId}`
  const list = await admin.get<{ content: { id: string }[] }>(`${path}/assets?size=${items}`)
  const { id: widgetId } = await admin.post<{ id: string }>(`${path}/widgets`, {
    ...{ name: 'Order', slug: 'order', layout: 'GRID' },
    assetIds: list.content.map(({ id }) => id),
  })
  return { projectId, widgetId }
}

const settled = (page: Page) =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  )

/**
 * From the event of a change in the page to the frame after the first one that has it, ms. Pages and frames may run
 * in processes with monotonic clocks of their own, so both read the clock of the machine. The CPU time is that of the
 * main thread, which they share.
 */
async function previewTimes(
  page: Page,
  meter: Awaited<ReturnType<typeof meterOf>>,
): Promise<{ ms: number[]; cpu: number[] }> {
  const frame = page.frames().find((one) => one.url().endsWith('/embed/preview'))
  if (frame === undefined) throw new Error('the preview has no frame')
  const field = page.getByLabel('Space between', { exact: true })
  /** Other mutations, such as those of the change before, are not taken for it. */
  const shown = (gap: number) =>
    frame.evaluate(`new Promise((resolve) => {
      const look = () => {
        const list = document.querySelector('vitrine-widget').shadowRoot.querySelector('ul')
        const hasGap = list !== null && getComputedStyle(list).columnGap === '${gap}px'
        requestAnimationFrame(hasGap ? () => resolve(Date.now()) : look)
      }
      requestAnimationFrame(look)
    })`)
  const times = { ms: [] as number[], cpu: [] as number[] }
  for (let change = 0; change < changes; change += 1) {
    const gap = 20 + change
    const changed = page.evaluate(`new Promise((resolve) =>
      addEventListener('input', () => resolve(Date.now()), { once: true, capture: true }))`)
    const drawn = shown(gap)
    const work = async () => {
      await field.fill(String(gap))
      times.ms.push(Number(await drawn) - Number(await changed))
    }
    times.cpu.push(await meter.cpuOf(work))
  }
  return times
}
