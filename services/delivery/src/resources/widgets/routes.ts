import { type App, encodingOf } from '@vitrine/http'
import Type from 'typebox'
import { sendContent } from '../../answers/content.js'
import { apiKeyInQuery, sentKeyOf } from '../api-keys/sent-key.js'
import { widgetOperation } from './operation.js'
import type { WidgetService } from './service.js'

export function widgetRoutes(scope: App, { widgets }: { widgets: WidgetService }): void {
  scope.get(
    '/widgets/:widgetSlug',
    {
      config: { openapi: widgetOperation },
      schema: {
        operationId: 'getPublishedWidget',
        summary: 'Fetch a published widget',
        description:
          'What a page or server needs to show it: layout, `config` and `theme` as JSON texts, and each picture with its address and texts. A change or revocation counts from the moment that the management API has answered it.',
        tags: ['Widgets'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Type.Object({ widgetSlug: Type.String() }),
        querystring: Type.Object({ api_key: apiKeyInQuery }),
      },
    },
    async (request, reply) => {
      const { params, headers } = request
      const { widget } = await widgets.fetch(sentKeyOf(request), params.widgetSlug, headers)
      const encoding = encodingOf(headers['accept-encoding'], widget.bytes.length)
      return sendContent(request, reply, await widget.in(encoding))
    },
  )
}
