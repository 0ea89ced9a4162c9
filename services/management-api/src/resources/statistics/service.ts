import { validationFailed } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import { parseTimestamp, serverZone } from '@vitrine/http'
import type { ProjectTenant } from '../../changes/author.js'
import { requireWidget } from '../widgets/repository.js'
import { type Period, periodOf } from './period.js'
import { statisticsRepository } from './repository.js'
import type { EventCounts, Statistic, Statistics, StatisticsQuery } from './schemas.js'
import { dayMs, floorTo, hourMs } from './spans.js'
import { type TimeZone, timeZone } from './time-zone.js'

const defaultDays = 30
const maxHours = 1000
/** Widgets or assets of one answer. */
const maxRows = 1000

type Deps = {
  database: ScopedDatabase
  /** Wall clock. */
  nowMs?: () => number
}

const nothing: EventCounts = { views: 0, clicks: 0, opens: 0 }

export function createStatisticsService({ database, nowMs = Date.now }: Deps) {
  const list = async (
    tenant: ProjectTenant,
    widgetId: string | null,
    query: StatisticsQuery,
  ): Promise<Statistics> => {
    const now = nowMs()
    const asked = askedTime(query, now)
    const { by } = query
    const isByTime = by === 'day' || by === 'hour'
    const period = periodOf(asked, { ...asked, by: isByTime ? by : null, nowMs: now })
    const { projectId } = tenant
    const counts = statisticsRepository(database.forProject(tenant).sql)
    const listRows = () => {
      if (by === 'widget') return counts.listByWidget(projectId, period, maxRows + 1)
      if (by === 'asset') return counts.listByAsset(projectId, widgetId, period, maxRows + 1)
      return []
    }
    const [byTime, rows] = await Promise.all([
      counts.listByTime(projectId, widgetId, period),
      listRows(),
    ])
    return {
      from: new Date(period.fromMs),
      to: new Date(period.toMs),
      timeZone: asked.zone.name,
      rounded: period.isRounded,
      totals: byTime.reduce(plus, nothing),
      content: isByTime ? timesOf(period, byTime, by, asked.zone) : rows.slice(0, maxRows),
      more: rows.length > maxRows,
    }
  }

  return {
    ofProject: (tenant: ProjectTenant, query: StatisticsQuery) => list(tenant, null, query),
    /** @throws AppError WIDGET_NOT_FOUND */
    ofWidget: async (tenant: ProjectTenant, widgetId: string, query: StatisticsQuery) => {
      await requireWidget(database.forProject(tenant), tenant.projectId, widgetId)
      return list(tenant, widgetId, query)
    },
  }
}

export type StatisticsService = ReturnType<typeof createStatisticsService>

const plus = (sum: EventCounts, { views, clicks, opens }: EventCounts): EventCounts => ({
  views: sum.views + views,
  clicks: sum.clicks + clicks,
  opens: sum.opens + opens,
})

/** Every day or hour, also those without events. */
function timesOf(
  period: Period,
  counted: readonly (EventCounts & { group: number })[],
  by: 'day' | 'hour',
  zone: TimeZone,
): Statistic[] {
  const groups = new Map(counted.map(({ group, ...counts }) => [group, counts]))
  return period.groups.map(({ startMs, localMs }, group) => {
    const local = zone.localTime(localMs)
    const label =
      by === 'day' ? { day: local.slice(0, 10) } : { hour: `${local.slice(0, 13)}:00:00` }
    return { start: new Date(startMs), ...label, ...(groups.get(group) ?? nothing) }
  })
}

/** @throws AppError VALIDATION_FAILED */
function askedTime({ from, to, tz, by }: StatisticsQuery, nowMs: number) {
  const name = tz ?? serverZone(new Date(nowMs)).timeZone
  const zone = timeZone(name)
  if (zone === null) {
    const message = 'must be the name of a time zone, such as Europe/Berlin or UTC'
    throw validationFailed([{ field: 'tz', message }])
  }
  const momentOf = (text: string | undefined) => (text === undefined ? null : parseTimestamp(text))
  const toMs = momentOf(to)?.getTime() ?? nowMs
  const defaultMs = floorTo('QUARTER', toMs - (by === 'hour' ? 2 : defaultDays) * dayMs)
  const fromMs = momentOf(from)?.getTime() ?? defaultMs
  if (fromMs >= toMs) {
    throw validationFailed([
      { field: 'from', message: 'must be before to, which is now by default' },
    ])
  }
  if (by === 'hour' && Math.min(toMs, nowMs) - fromMs > maxHours * hourMs) {
    const message = `may be at most ${maxHours} hours before to if the answer is by hour`
    throw validationFailed([{ field: 'from', message }])
  }
  return { fromMs, toMs, zone }
}
