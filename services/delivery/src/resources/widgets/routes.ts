import type { App } from '@vitrine/http'
import fresh from 'fresh'
import Type from 'typebox'
import { widgetOperation } from './operation.js'
import type { WidgetService } from './service.js'

const Params = Type.Object({ widgetSlug: Type.String() })
/** Unknown: a key given twice is a bad key, 401, and no matter where the header has one. */
const Query = Type.Object({ api_key: Type.Optional(Type.Unknown()) })

export function widgetRoutes(scope: App, widgets: WidgetService): void {
  scope.get(
    '/widgets/:widgetSlug',
    {
      config: { openapi: widgetOperation },
      schema: {
        summary: 'Fetch a published widget',
        tags: ['Widgets'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const key = request.headers['x-api-key'] ?? request.query.api_key
      const sentKey = key === undefined ? undefined : String(key)
      const { body, etag } = await widgets.fetch(
        sentKey,
        request.params.widgetSlug,
        request.headers,
      )
      reply
        .header('cache-control', 'private, no-cache')
        .header('vary', 'X-API-Key, Origin')
        .header('etag', etag)
      if (fresh(request.headers, { etag })) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').serializer(asItIs).send(body)
    },
  )
}

/** The body is JSON already. */
const asItIs = (body: unknown) => body as string
