import type { Documentation } from '@vitrine/http'

const examples: NonNullable<Documentation['examples']> = {
  bodies: {
    recordEvents: {
      events: [
        { type: 'view', n: 1 },
        { type: 'open', assetId: '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10', n: 2 },
      ],
    },
  },
  values: {
    widgetSlug: 'summer',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    build: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    part: 'grid.js',
    slug: 'summer',
    layout: 'GRID',
    config: '{"columns":3}',
    theme: '{"imageBorderRadius":8}',
    url: 'https://images.example.com/api/v1/deliver/1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90/7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10',
    filename: 'dune.jpg',
    contentType: 'image/jpeg',
    width: 1600,
    height: 1067,
    focalPoint: { x: 0.5, y: 0.25 },
    altText: 'A dune at sunset',
    color: '#c89060',
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    checks: { database: 'up' },
  },
}

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
