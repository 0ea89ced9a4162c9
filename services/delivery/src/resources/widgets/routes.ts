import { type App, andThen, answerRoute } from '@vitrine/http'
import Type from '@vitrine/typebox'
import type { RateLimits } from '../../rate-limits.js'
import { apiKeyInQuery, sentKeyOf } from '../api-keys/sent-key.js'
import { widgetAnswer } from './answers.js'
import { widgetOperation } from './operation.js'
import type { WidgetService } from './service.js'

type Deps = { widgets: WidgetService; limits: Pick<RateLimits, 'chargeRequest'> }

export function widgetRoutes(scope: App, { widgets, limits }: Deps): void {
  answerRoute(scope, '/widgets/:widgetSlug', {
    openapi: widgetOperation,
    schema: {
      operationId: 'getPublishedWidget',
      summary: 'Fetch a published widget',
      tags: ['Widgets'],
      security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
      params: Type.Object({ widgetSlug: Type.String() }),
      querystring: Type.Object({ api_key: apiKeyInQuery }),
    },
    admit: ({ ip }) => limits.chargeRequest(ip),
    answer: (request) => {
      const { params, headers } = request
      const fetched = widgets.fetch(sentKeyOf(request), params.widgetSlug, headers)
      return andThen(fetched, ({ widget }) => widgetAnswer(headers, widget))
    },
  })
}
