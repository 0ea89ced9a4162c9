import type { Documentation } from '@vitrine/http'

export const documentation: Documentation = {
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
}
