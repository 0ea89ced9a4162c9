import type { Documentation, DocumentationPage } from '@vitrine/http'
import { examples } from './examples.js'

const title = 'Vitrine management API'

export const documentation: Documentation = {
  service: 'Management',
  title,
  description:
    'Where admins manage organizations, projects, assets, widgets and API keys. What a call has ' +
    'changed counts at the public delivery API from the moment that it is answered.',
  path: '/api/openapi.json',
  securitySchemes: {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'the accessToken of register, login or refresh',
    },
    personalToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'vpat_…',
      description:
        'a personal access token of POST /api/auth/tokens, for scripts; only where an operation names it',
    },
  },
  // In the order of the main use case: upload, add to a widget, publish, create a key for the site.
  tags: [
    { name: 'Assets', description: 'images: upload, describe, find, delete' },
    { name: 'Widgets', description: 'how images are shown: layout, settings, publishing' },
    { name: 'Statistics', description: 'how often widgets and pictures were looked at' },
    { name: 'API keys', description: 'what sites fetch widgets with' },
    { name: 'Folders', description: 'where assets are kept' },
    { name: 'Images', description: 'presets, and keys that sign addresses' },
    { name: 'Jobs', description: 'changes of many assets: how far they are' },
    { name: 'Projects', description: 'what assets, widgets and keys belong to' },
    { name: 'Accounts', description: 'register, log in, tokens' },
    { name: 'Organizations', description: 'what projects and members belong to' },
    { name: 'Members', description: 'who may do what' },
    { name: 'Invitations', description: 'how members join' },
    { name: 'Audit', description: 'who changed what' },
    { name: 'Documentation', description: 'this API in the words of OpenAPI' },
    { name: 'Health', description: 'for load balancers and supervisors' },
  ],
  examples,
}

export const page: DocumentationPage = {
  path: '/api/docs',
  title: 'Vitrine API',
  documents: [
    { name: 'Management: upload, arrange, publish', url: documentation.path },
    // The other service has the same public origin.
    { name: 'Delivery: what public sites fetch', url: '/api/v1/openapi.json' },
  ],
}
