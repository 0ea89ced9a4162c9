import { type App, encodingHeaders, negotiateEncoding } from '@vitrine/http'
import { WidgetParams } from '../widgets/schemas.js'
import { Embed, EmbedQuery } from './schemas.js'
import type { EmbedService } from './service.js'

export function embedRoutes(scope: App, embed: EmbedService): void {
  scope.get(
    '/:widgetId/embed',
    {
      config: { openapi: { errors: ['API_KEY_NOT_FOUND', 'OVERLOADED'] }, role: 'VIEWER' },
      schema: {
        summary: 'Get what to paste into a page to show a widget',
        description:
          'HTML to paste: with the script, with the script pinned by its hash, as a snippet that shows without a script, and as a frame. A placeholder stands for the API key, of which only the hash is kept.',
        tags: ['Widgets'],
        params: WidgetParams,
        querystring: EmbedQuery,
        response: { 200: Embed },
      },
    },
    async ({ project, params, query, headers }, reply) => {
      const encoding = negotiateEncoding(headers['accept-encoding'])
      const { buffer, byteOffset, length } = await embed.codes(
        project,
        params.widgetId,
        query,
        encoding,
      )
      // The answer is already serialized and compressed.
      const body = Buffer.from(buffer, byteOffset, length) as unknown as Embed
      return reply
        .type('application/json; charset=utf-8')
        .headers({ ...encodingHeaders(encoding), vary: 'Accept-Encoding' })
        .send(body)
    },
  )
}
