import type { Documentation } from '@vitrine/http'

const title = 'Vitrine management API'

export const documentation: Documentation = {
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
  },
}

export const page = { path: '/api/docs', title }
