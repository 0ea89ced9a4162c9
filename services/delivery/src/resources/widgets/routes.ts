import { type App, sendPrepared, type WarmRequest } from '@vitrine/http'
import Type from 'typebox'
import { mayRefuse } from '../../plugins/preconditions.js'
import { answer, answerAtOnce } from './answers.js'
import { widgetOperation } from './operation.js'
import type { WidgetService } from './service.js'

const Params = Type.Object({ widgetSlug: Type.String() })
/** Unknown: a key given twice is a bad key, 401, and no matter where the header has one. */
const Query = Type.Object({ api_key: Type.Optional(Type.Unknown()) })

export function widgetRoutes(scope: App, widgets: WidgetService): void {
  scope.get(
    '/widgets/:widgetSlug',
    {
      config: {
        openapi: widgetOperation,
        warm: (request) => {
          const { widgetSlug } = request.params as { widgetSlug: string }
          const key = keyOf(request)
          if (typeof key !== 'string' || mayRefuse(request.headers)) return null
          const response = widgets.fetchWarm(key, widgetSlug, request.headers, request.ip)
          return response && answerAtOnce(request.headers, response)
        },
      },
      schema: {
        summary: 'Fetch a published widget',
        tags: ['Widgets'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const key = keyOf(request)
      const sentKey = key === undefined ? undefined : String(key)
      const { widgetSlug } = request.params
      const response = await widgets.fetch(sentKey, widgetSlug, request.headers)
      sendPrepared(request, reply, await answer(request.headers, response))
      return reply
    },
  )
}

const keyOf = ({ headers, query }: Pick<WarmRequest, 'headers' | 'query'>): unknown =>
  headers['x-api-key'] ?? (query as { api_key?: unknown }).api_key
