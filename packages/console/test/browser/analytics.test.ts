import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { createProject, openDatabase, startProject, upload } from './sample.ts'
import { axeProblems, signIn, visit } from './visit.ts'

const dayMs = 86_400_000

const { url, account, calls, projectId } = await startProject(t)
const widgets = `/api/projects/${projectId}/widgets`
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })
const create = async (slug: string) => {
  const body = { name: `The ${slug}`, slug, layout: 'GRID', assetIds: [assetId] }
  return (await calls<{ id: string }>('POST', widgets, body)).id
}
const [coast, city] = [await create('coast'), await create('city')]

/** In the middle of an hour, so that it is another day in Auckland. */
const daysAgo = (days: number): Date => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  return new Date(today - days * dayMs + 11.5 * 3_600_000)
}
const counted = [
  { widgetId: coast, at: daysAgo(3), views: 40, clicks: 10, opens: 5 },
  { widgetId: city, at: daysAgo(10), views: 60, clicks: 6, opens: 0 },
  { widgetId: city, at: daysAgo(40), views: 80, clicks: 1, opens: 1 },
  { widgetId: coast, at: daysAgo(60), views: 20, clicks: 0, opens: 0 },
]
await seed()

/** Writes what the event reader would count: for each length of time, of each widget and of the whole project. */
async function seed(): Promise<void> {
  const database = openDatabase(t)
  const whole = '00000000-0000-0000-0000-000000000000'
  for (const { widgetId, at, views, clicks, opens } of counted) {
    for (const span of ['QUARTER', 'HOUR', 'DAY', 'MONTH']) {
      for (const id of [widgetId, whole]) {
        await database.$executeRaw`
          INSERT INTO widget_statistics AS known
            (project_id, span, widget_id, bucket, views, clicks, opens)
          SELECT ${projectId}::uuid, ${span}::text, ${id}::uuid, CASE ${span}::text
            WHEN 'QUARTER' THEN ${at}::timestamptz
            ELSE date_trunc(lower(${span}::text), ${at}::timestamptz, 'UTC') END,
            ${views}::int, ${clicks}::int, ${opens}::int
          ON CONFLICT (project_id, span, widget_id, bucket) DO UPDATE SET
            views = known.views + excluded.views, clicks = known.clicks + excluded.clicks,
            opens = known.opens + excluded.opens`
      }
      await database.$executeRaw`
        INSERT INTO asset_statistics AS known
          (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
        SELECT ${projectId}::uuid, ${span}::text, CASE ${span}::text
          WHEN 'QUARTER' THEN ${at}::timestamptz
          ELSE date_trunc(lower(${span}::text), ${at}::timestamptz, 'UTC') END,
          ${widgetId}::uuid, ${assetId}::uuid, ${views}::int, ${clicks}::int, ${opens}::int
        ON CONFLICT (project_id, span, bucket, widget_id, asset_id) DO UPDATE SET
          views = known.views + excluded.views, clicks = known.clicks + excluded.clicks,
          opens = known.opens + excluded.opens`
    }
  }
}

async function open(options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(t, { locale: 'en-US', timezoneId: 'Pacific/Auckland', ...options })
  await signIn(visited.page, url, account)
  await visited.page.goto(`${url}/console/p/${projectId}/analytics`)
  await visited.page.getByRole('img', { name: /^Views by day/ }).waitFor()
  return visited
}

const tile = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).locator('strong')

async function tableOf(page: Page): Promise<string[][]> {
  const part = page.locator('details').filter({ hasText: 'The same as a table' })
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
  return part
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map(({ textContent }) => (textContent ?? '').trim())),
    )
}

/** Heights of the bars, of the oldest day first. */
const barsOf = (page: Page) =>
  page
    .getByRole('img', { name: /by day/ })
    .locator('g rect:last-child')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** `Nov 22, 2026`: the day of a moment on the clock of the reader. */
const dayIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(at)

const { page } = await open()

t.test('figures, bars and table say the same', async (t) => {
  t.equal(await tile(page, 'Views').textContent(), '100')
  t.equal(await tile(page, 'Clicks').textContent(), '16')
  t.equal(await tile(page, 'Opened').textContent(), '5')
  await page.getByText('16%').first().waitFor()
  await page.getByText('against the 28 days before').first().waitFor()
  await page.getByText('+25%').waitFor()
  const rows = await tableOf(page)
  t.equal(rows.length, 28)
  t.equal(sum(rows.map(([, views]) => Number(views))), 100)
  t.equal(sum(rows.map(([, , clicks]) => Number(clicks))), 16)
  const bars = (await barsOf(page)).toReversed()
  t.equal(bars.length, rows.length)
  for (const [index, [day, views]] of rows.entries()) {
    const isTall = (bars[index] ?? 0) > 0
    if (isTall !== Number(views) > 0) t.fail(`the bar of ${day} is not that of ${views}`)
  }
  t.equal(Math.max(...bars) / Math.min(...bars.filter((height) => height > 0)), 60 / 40)
  t.same(await axeProblems(page), [])
  await tile(page, 'Clicks').click()
  await page.getByRole('heading', { name: 'Clicks by day' }).waitFor()
  t.equal((await barsOf(page)).filter((height) => height > 0).length, 2)
})

t.test('a period is in the address, and has its own figures', async (t) => {
  for (const [days, views] of [
    [7, '40'],
    [90, '200'],
  ] as const) {
    await page.getByRole('link', { name: `${days} days` }).click()
    await tile(page, 'Views').getByText(views, { exact: true }).waitFor()
    t.equal((await barsOf(page)).length, days)
    t.equal(new URL(page.url()).searchParams.get('days'), String(days))
  }
  await page.reload()
  await tile(page, 'Views').getByText('200', { exact: true }).waitFor()
})

t.test('a widget has its own figures', async (t) => {
  await page.getByRole('link', { name: '28 days' }).click()
  await page.getByRole('combobox', { name: 'Widget' }).selectOption({ label: 'The city' })
  await tile(page, 'Views').getByText('60', { exact: true }).waitFor()
  t.equal(await page.getByRole('heading', { name: 'Top widgets' }).count(), 0)
  await page.getByRole('combobox', { name: 'Widget' }).selectOption({ label: 'All widgets' })
  await tile(page, 'Views').getByText('100', { exact: true }).waitFor()
  const top = page.getByRole('heading', { name: 'Top widgets' }).locator('..')
  await page.getByText('5 opened · 16 clicks').waitFor()
  await top.getByRole('link', { name: 'The coast' }).waitFor()
  const names = await top.getByRole('link').allTextContents()
  t.same(names, ['The city', 'The coast'])
})

t.test('the tables for spreadsheets have the figures of the page', async (t) => {
  for (const [entry, file, views] of [
    ['By day', 'days-28.csv', 100],
    ['By picture', 'pictures-28.csv', 100],
    ['By widget', 'widgets-28.csv', 100],
  ] as const) {
    await page.getByRole('button', { name: 'CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    t.equal(download.suggestedFilename(), file)
    const [head = '', ...lines] = (await readFile(await download.path(), 'utf8'))
      .trim()
      .split('\r\n')
    const column = head.split(',').indexOf('views')
    t.equal(sum(lines.map((line) => Number(line.split(',')[column]))), views, entry)
  }
})

t.test('days are those of the reader’s clock', async (t) => {
  const west = await open({ timezoneId: 'America/Los_Angeles' })
  for (const [where, timeZone] of [
    [page, 'Pacific/Auckland'],
    [west.page, 'America/Los_Angeles'],
  ] as const) {
    const busy = (await tableOf(where)).filter(([, views]) => views !== '0')
    t.same(
      busy.map(([day, views]) => [day, views]),
      [3, 10].map((days) => [dayIn(daysAgo(days), timeZone), days === 3 ? '40' : '60']),
      timeZone,
    )
  }
  t.not(dayIn(daysAgo(3), 'Pacific/Auckland'), dayIn(daysAgo(3), 'America/Los_Angeles'))
  t.same(west.complaints, [])
})

t.test('in forced colours the bars stand out from the page', async (t) => {
  const forced = await open({ forcedColors: 'active' })
  const colors = (await forced.page
    .getByRole('img', { name: /by day/ })
    .locator('g rect:last-child')
    .first()
    .evaluate((bar) => {
      const probe = document.createElement('p')
      probe.style.cssText = 'forced-color-adjust: none; color: Canvas; background: Highlight'
      document.body.append(probe)
      const { color, backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return { bar: getComputedStyle(bar).fill, page: color, highlight: backgroundColor }
    })) as { bar: string; page: string; highlight: string }
  t.equal(colors.bar, colors.highlight)
  t.not(colors.bar, colors.page)
  t.same(await axeProblems(forced.page), [])
  t.same(forced.complaints, [])
})

t.test('without views the page says what is missing, and leads there', async (t) => {
  const empty = await createProject(calls, account.organizationId)
  await page.goto(`${url}/console/p/${empty}/analytics`)
  await page.getByRole('heading', { name: 'No views in this time' }).waitFor()
  t.equal(await tile(page, 'Views').textContent(), '0')
  t.equal(await page.getByRole('img', { name: /by day/ }).count(), 0)
  t.same(await axeProblems(page), [])
  await page.getByRole('link', { name: 'Open the widgets' }).click()
  await page.waitForURL(`**/p/${empty}/widgets`)
})
