import type { App } from '@vitrine/http'
import { WidgetParams } from '../widgets/schemas.js'
import { Embed, EmbedQuery } from './schemas.js'
import type { EmbedService } from './service.js'

export function embedRoutes(scope: App, embed: EmbedService): void {
  scope.get(
    '/:widgetId/embed',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Get what to paste into a page to show a widget',
        tags: ['Widgets'],
        params: WidgetParams,
        querystring: EmbedQuery,
        response: { 200: Embed },
      },
    },
    async ({ project, params, query }, reply) => {
      const json = await embed.codes(project, params.widgetId, query)
      // The answer is already serialized.
      const body = Buffer.from(json.buffer) as unknown as Embed
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
}
