import type { App, JsonSchema } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WidgetParams } from '../widgets/schemas.js'
import { csvOf, prefersCsv } from './csv.js'
import { Statistics, StatisticsQuery, WidgetStatisticsQuery } from './schemas.js'
import type { StatisticsService } from './service.js'

const described = {
  description:
    'The counts. As text/csv, the rows of content alone; the header Vitrine-Rounded has the value of rounded',
  content: {
    'application/json': { schema: Statistics as unknown as JsonSchema },
    'text/csv': { schema: { type: 'string' } },
  },
}

const config = {
  role: 'VIEWER',
  openapi: {
    headers: {
      Accept: { type: 'string', description: 'text/csv for a table; otherwise JSON' },
    },
    responses: { 200: described },
  },
} as const

const shared = { tags: ['Statistics'], response: { 200: Statistics } }

export function statisticsRoutes(scope: App, statistics: StatisticsService): void {
  scope.get(
    '/',
    {
      config,
      schema: {
        operationId: 'getProjectStatistics',
        summary: 'Get how often widgets and pictures were viewed, clicked and opened',
        description:
          'By day, hour, widget or asset, in a time zone of your choice. Events come from pages whose key has the permission READ_WRITE. `rounded` says whether the times differ from those that were asked for.',
        querystring: StatisticsQuery,
        ...shared,
      },
    },
    async (request, reply) => {
      const { project, query } = request
      return answer(request, reply, await statistics.ofProject(project, query))
    },
  )
}

export function widgetStatisticsRoutes(scope: App, statistics: StatisticsService): void {
  scope.get(
    '/:widgetId/statistics',
    {
      config,
      schema: {
        operationId: 'getWidgetStatistics',
        summary: 'Get how often a widget and its pictures were viewed, clicked and opened',
        description: 'By day, hour or asset, as the statistics of the project are.',
        params: WidgetParams,
        querystring: WidgetStatisticsQuery,
        ...shared,
      },
    },
    async (request, reply) => {
      const { project, params, query } = request
      const counted = await statistics.ofWidget(project, params.widgetId, query)
      return answer(request, reply, counted)
    },
  )
}

function answer(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header' | 'send'>,
  counted: Statistics,
) {
  reply.header('vary', 'Accept')
  if (!prefersCsv(headers.accept)) return reply.send(counted)
  reply.header('vitrine-rounded', String(counted.rounded))
  reply.header('content-type', 'text/csv; charset=utf-8; header=present')
  return reply.send(csvOf(counted))
}
