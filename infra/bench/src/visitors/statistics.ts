import type { Database } from '@vitrine/database'
import { type Admin, createAdmin } from '../admin.js'
import { formatAnswers } from '../report/answers.js'
import { timesOf } from '../statistics.js'
import { type Stack, withStack } from '../with-stack.js'

type Log = (line: string) => void

const widgets = 20
const picturesEach = 25
const runs = 30
const barMs = 100
const billion = 1e9
const dayMs = 86_400_000
/** Events of a widget, and of each of its pictures, in an hour: 10⁹ in 400 days. */
const eventsPerHour = 200

/** The statistics of a project with a billion events: each answer may take 100 ms. */
export const benchStatistics = (log: Log): Promise<void> =>
  withStack(log, (stack) => measure(stack, log))

async function measure(stack: Stack, log: Log): Promise<void> {
  const admin = await createAdmin(stack.management.url)
  const { id } = await admin.createProject('Statistics')
  const path = `/api/projects/${id}`
  const widgetId = await createWidget(admin, path)
  log('filling 400 days …')
  const total = await fill(stack.database, id, widgetId)
  if (total < billion) throw new Error(`only ${total} events were stored`)
  const cases = casesOf(path, widgetId).map(({ name, urls, barMs }) => ({
    name,
    ...(barMs !== undefined && { barMs }),
    call: async () => {
      for (const url of urls) requireRows(url, await admin.get<Answer>(url))
    },
  }))
  const calls = cases.map(({ call }) => call)
  const times = await timesOf(runs, calls)
  log(`${total.toExponential(2)} counted events, ${runs} rounds`)
  const answers = cases.map(({ call, ...shown }, i) => ({ ...shown, times: times[i] ?? [] }))
  for (const text of formatAnswers(answers)) log(text)
}

async function createWidget(admin: Admin, path: string): Promise<string> {
  const fields = { name: 'Bench', slug: 'bench', layout: 'GRID', assetIds: [] }
  return (await admin.post<{ id: string }>(`${path}/widgets`, fields)).id
}

type Answer = { totals: { views: number }; content: unknown[] }

/** An answer without events would be fast. */
function requireRows(url: string, { totals, content }: Answer): void {
  if (totals.views === 0 || content.length === 0) throw new Error(`${url}: no events`)
}

const isoOf = (days: number) => `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 19)}Z`

/** A whole answer by hour has 1,000 hours at most. */
const hourDays = 40

type StatisticsCase = { name: string; urls: string[]; barMs?: number }

function casesOf(path: string, widgetId: string): StatisticsCase[] {
  const project = [
    ...['UTC', 'Europe/Berlin', 'Asia/Kathmandu'].map((tz) => ({ by: 'day', days: 399, tz })),
    { by: 'hour', days: hourDays, tz: 'UTC' },
    { by: 'hour', days: hourDays, tz: 'Europe/Berlin' },
    { by: 'widget', days: 399, tz: 'UTC' },
    { by: 'widget', days: 7, tz: 'Asia/Kathmandu' },
    { by: 'asset', days: 399, tz: 'UTC' },
    { by: 'asset', days: 30, tz: 'Asia/Kathmandu' },
  ]
  const one = [
    { by: 'day', days: 399, tz: 'Europe/Berlin' },
    { by: 'hour', days: hourDays, tz: 'Europe/Berlin' },
    { by: 'asset', days: 399, tz: 'Europe/Berlin' },
  ]
  type Query = { by: string; days: number; tz: string }
  const caseOf = (of: string, base: string) => (query: Query) => ({
    name: `${of} by ${query.by}, ${query.days} days, ${query.tz}`,
    urls: [`${base}/statistics?by=${query.by}&from=${isoOf(query.days)}&tz=${query.tz}`],
    barMs,
  })
  const parts = Array.from({ length: 10 }, (_, i) => {
    const [from, to] = [isoOf(hourDays * (10 - i) - 1), isoOf(hourDays * (9 - i))]
    return `${path}/statistics?by=hour&from=${from}&to=${to}&tz=Europe/Berlin`
  })
  return [
    ...project.map(caseOf('project', path)),
    ...one.map(caseOf('widget', `${path}/widgets/${widgetId}`)),
    { name: 'project by hour, 400 days, ten calls', urls: parts },
  ]
}

/** @returns the sum of all events. */
async function fill(database: Database, projectId: string, widgetId: string): Promise<number> {
  const spans = [
    ['QUARTER', '15 minutes', 35, eventsPerHour / 4],
    ['HOUR', '1 hour', 400, eventsPerHour],
    ['DAY', '1 day', 400, 24 * eventsPerHour],
    ['MONTH', '1 month', 400, 30 * 24 * eventsPerHour],
  ] as const
  for (const [span, step, days, n] of spans) {
    await database.$executeRaw`
      INSERT INTO asset_statistics (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
      SELECT ${projectId}::uuid, ${span}::text, bucket, CASE w WHEN 1 THEN ${widgetId}::uuid ELSE md5('w' || w)::uuid END,
        md5('w' || w || 'a' || a)::uuid, ${n}::int, 1, 2
      FROM generate_series(date_trunc(CASE ${span} WHEN 'MONTH' THEN 'month' ELSE 'day' END,
        now() - make_interval(days => ${days}::int), 'UTC'), now(), ${step}::interval) AS bucket,
        generate_series(1, ${widgets}::int) AS w, generate_series(1, ${picturesEach}::int) AS a`
    await database.$executeRaw`
      INSERT INTO widget_statistics (project_id, span, widget_id, bucket, views, clicks, opens)
      SELECT ${projectId}::uuid, ${span}::text, CASE w
        WHEN 0 THEN '00000000-0000-0000-0000-000000000000' WHEN 1 THEN ${widgetId}::uuid ELSE md5('w' || w)::uuid END, bucket, ${n}::int, 1, 2
      FROM generate_series(date_trunc(CASE ${span} WHEN 'MONTH' THEN 'month' ELSE 'day' END,
        now() - make_interval(days => ${days}::int), 'UTC'), now(), ${step}::interval) AS bucket,
        generate_series(0, ${widgets}::int) AS w`
  }
  await database.$executeRaw`VACUUM (ANALYZE) asset_statistics`
  await database.$executeRaw`VACUUM (ANALYZE) widget_statistics`
  const [row] = await database.$queryRaw<{ n: number }[]>`
    SELECT (SELECT sum(views + clicks + opens) FROM asset_statistics WHERE span = 'HOUR')::float8
      + (SELECT sum(views) FROM widget_statistics WHERE span = 'HOUR')::float8 AS n`
  return row?.n ?? 0
}
