import type { Database } from '@vitrine/database'
import { createAdmin } from '../admin.js'
import { median, timesOf } from '../statistics.js'
import { type Stack, withStack } from '../with-stack.js'

type Log = (line: string) => void

const widgets = 20
const picturesEach = 25
const runs = 30
/** Events of a widget, and of each of its pictures, in an hour: 10⁹ in 400 days. */
const eventsPerHour = 200

/** The statistics of a project with a billion events: each answer may take 100 ms. */
export const benchStatistics = (log: Log): Promise<void> =>
  withStack(log, (stack) => measure(stack, log))

async function measure(stack: Stack, log: Log): Promise<void> {
  const admin = await createAdmin(stack.management.url)
  const { id } = await admin.createProject('Statistics')
  log('filling 400 days …')
  const total = await fill(stack.database, id)
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 19)
  const queries = [
    `by=day&from=${days(399)}Z&tz=UTC`,
    `by=day&from=${days(399)}Z&tz=Europe/Berlin`,
    `by=hour&from=${days(40)}Z&tz=UTC`,
    `by=widget&from=${days(399)}Z`,
    `by=widget&from=${days(7)}Z`,
    `by=asset&from=${days(399)}Z`,
    `by=asset&from=${days(30)}Z&tz=Asia/Kathmandu`,
  ]
  const calls = queries.map((query) => async () => {
    await admin.get(`/api/projects/${id}/statistics?${query}`)
  })
  const times = await timesOf(runs, calls)
  log(`${total.toExponential(2)} counted events`)
  for (const [i, query] of queries.entries()) {
    log(`${query}: ${median(times[i] ?? []).toFixed(1)} ms (median of ${runs})`)
  }
}

/** @returns the sum of all events. */
async function fill(database: Database, projectId: string): Promise<number> {
  const spans = [
    ['QUARTER', '15 minutes', 35, eventsPerHour / 4],
    ['HOUR', '1 hour', 400, eventsPerHour],
    ['DAY', '1 day', 400, 24 * eventsPerHour],
    ['MONTH', '1 month', 400, 30 * 24 * eventsPerHour],
  ] as const
  for (const [span, step, days, n] of spans) {
    await database.$executeRaw`
      INSERT INTO asset_statistics (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
      SELECT ${projectId}::uuid, ${span}::text, bucket, md5('w' || w)::uuid,
        md5('w' || w || 'a' || a)::uuid, ${n}::int, 1, 2
      FROM generate_series(date_trunc(CASE ${span} WHEN 'MONTH' THEN 'month' ELSE 'day' END,
        now() - make_interval(days => ${days}::int), 'UTC'), now(), ${step}::interval) AS bucket,
        generate_series(1, ${widgets}::int) AS w, generate_series(1, ${picturesEach}::int) AS a`
    await database.$executeRaw`
      INSERT INTO widget_statistics (project_id, span, widget_id, bucket, views, clicks, opens)
      SELECT ${projectId}::uuid, ${span}::text, CASE w WHEN 0
        THEN '00000000-0000-0000-0000-000000000000' ELSE md5('w' || w)::uuid END, bucket, ${n}::int, 1, 2
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
