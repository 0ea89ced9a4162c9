import type { Documentation } from '@vitrine/http'
import { examples } from './examples.js'

export const documentation: Documentation = {
  service: 'Delivery',
  title: 'Vitrine delivery API',
  description:
    'What public sites fetch: published widgets and pages for frames, with an API key; images and scripts, without.',
  path: '/api/v1/openapi.json',
  securitySchemes: {
    apiKeyInHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'an API key of the project; it counts where the query has one as well',
    },
    apiKeyInQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
      description: 'an API key of the project, for clients that cannot set headers',
    },
  },
  tags: [
    { name: 'Widgets', description: 'published widgets' },
    { name: 'Images', description: 'image bytes, in any size and format' },
    { name: 'Embed', description: 'scripts and pages for other sites' },
    { name: 'Documentation', description: 'this API in the words of OpenAPI' },
    { name: 'Health', description: 'for load balancers and supervisors' },
  ],
  examples,
}
