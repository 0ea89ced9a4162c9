import type { OperationNotes } from '@vitrine/http'
import { widgetErrors } from '../../answers/errors.js'
import { PublishedWidget } from './schemas.js'

const text = { type: 'string' }

/**
 * The documentation of a widget. It is not a response schema of the route, because the serializer would
 * then process the bytes, which are serialized once per change.
 */
export const widgetOperation: OperationNotes = {
  hasHead: true,
  headers: {
    Origin: { ...text, description: 'of the page; a key may be for some alone' },
    Referer: { ...text, description: 'read where there is no Origin' },
    'If-Match': { ...text, description: 'an ETag, several, or *; else 412' },
    'If-None-Match': { ...text, description: 'an ETag, several, or *' },
  },
  responses: {
    200: {
      description: 'The published widget',
      content: { 'application/json': { schema: PublishedWidget } },
    },
    304: { description: 'The client has it', type: 'null' },
  },
  responseHeaders: { ETag: text, 'Cache-Control': text, Vary: text },
  errors: ['PRECONDITION_FAILED', ...widgetErrors],
}
