import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import { vitrine } from '../server/client.ts'
import { spansOf } from './figures.ts'

type Statistics = Schemas['Statistics']
export type Statistic = Schemas['Statistic']
export type Scope = { projectId: string; widgetId: string | undefined; days: number }
export type Grouping = 'day' | 'asset' | 'widget'

const tz = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type Span = { from: string; to?: string }

/** The API answers with a table only if a call accepts nothing else. */
async function fetchStatistics(
  { projectId, widgetId }: Scope,
  by: Grouping,
  span: Span,
  signal: AbortSignal,
): Promise<Statistics> {
  const query = { ...span, tz: tz() }
  if (widgetId === undefined || by === 'widget') {
    const params = { path: { projectId }, query: { ...query, by } }
    const call = vitrine.GET('/api/projects/{projectId}/statistics', { params, signal })
    return (await orThrow(call)) as Statistics
  }
  const params = { path: { projectId, widgetId }, query: { ...query, by } }
  const call = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/statistics', {
    params,
    signal,
  })
  return (await orThrow(call)) as Statistics
}

const keyOf = ({ projectId, widgetId, days }: Scope) => [
  'statistics',
  projectId,
  widgetId ?? null,
  days,
]

/** Figures grow all the time, but nobody reads them by the second. */
const staleTime = 60_000

export const statisticsQuery = (scope: Scope, by: Grouping) =>
  queryOptions({
    queryKey: [...keyOf(scope), by],
    queryFn: ({ signal }) =>
      fetchStatistics(scope, by, { from: spansOf(scope.days, new Date()).from }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  })

/** The same number of days before. */
export const beforeQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'before'],
    queryFn: ({ signal }) =>
      fetchStatistics(scope, 'day', spansOf(scope.days, new Date()).before, signal),
    staleTime,
  })

/** For the choice of a widget. */
export const widgetNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['widgets', projectId, 'names'],
    queryFn: async ({ signal }) => {
      const params = {
        path: { projectId },
        query: { size: largestPage, sort: 'name,asc' as const },
      }
      const widgets = await allOf('/api/projects/{projectId}/widgets', { params, signal })
      return widgets.map(({ id, name }) => ({ id, name }))
    },
  })

/** The path of the same figures as a table for spreadsheets. */
export function csvPath({ projectId, widgetId, days }: Scope, by: Grouping): string {
  const { from } = spansOf(days, new Date())
  const query = new URLSearchParams({ from, tz: tz(), by })
  const widget = widgetId === undefined || by === 'widget' ? '' : `/widgets/${widgetId}`
  return `/api/projects/${projectId}${widget}/statistics?${query}`
}
