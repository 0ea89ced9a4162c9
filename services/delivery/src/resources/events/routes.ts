import { eventLimits } from '@vitrine/contracts'
import { type App, acceptJsonAsText } from '@vitrine/http'
import Type from 'typebox'
import { keyErrors } from '../../answers/errors.js'
import { apiKeyInQuery, sentKeyOf } from '../api-keys/sent-key.js'
import { RecordEventsBody } from './schemas.js'
import type { EventService } from './service.js'

/** In a scope of its own, because it accepts JSON that is declared as text. */
export function eventRoutes(scope: App, { events }: { events: EventService }): void {
  acceptJsonAsText(scope)
  scope.post(
    '/widgets/:widgetSlug/events',
    {
      bodyLimit: eventLimits.bodyBytes,
      config: { openapi: { errors: ['API_KEY_READ_ONLY', ...keyErrors] } },
      schema: {
        operationId: 'recordEvents',
        summary: 'Record what visitors do with a published widget',
        description:
          'For keys with the permission READ_WRITE. The body may be declared as text/plain, which needs no preflight. Unknown widgets and pictures, robots, and visitors with Sec-GPC: 1 are answered in the same way and not counted.',
        tags: ['Widgets'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Type.Object({ widgetSlug: Type.String() }),
        querystring: Type.Object({ api_key: apiKeyInQuery }),
        body: RecordEventsBody,
      },
    },
    async (request, reply) => {
      const { params, headers, ip, body } = request
      const sent = sentKeyOf(request)
      await events.record({ sent, slug: params.widgetSlug, headers, ip, events: body.events })
      reply.code(204)
    },
  )
}
