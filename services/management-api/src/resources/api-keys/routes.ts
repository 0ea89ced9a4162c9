import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { idOf } from '../../fields/uuid.js'
import { bodyLimits } from '../../limits/body-limits.js'
import {
  ApiKey,
  ApiKeyParams,
  ApiKeyUpdate,
  CreatedApiKey,
  KeyRotation,
  NewApiKey,
} from './schemas.js'
import type { ApiKeyService } from './service.js'

export function apiKeyRoutes(scope: App, apiKeys: ApiKeyService): void {
  const repeats = {
    requireUsable: ({ project }: FastifyRequest, { id }: Readonly<Record<string, unknown>>) =>
      apiKeys.requireUsable(project, String(id)),
  }
  scope.post(
    '/api-keys',
    {
      bodyLimit: bodyLimits.apiKey,
      config: { openapi: { errors: ['QUOTA_EXCEEDED'] }, role: 'ADMIN', repeats },
      schema: {
        summary: 'Create an API key',
        description:
          'For the pages and servers that show widgets. It reads published widgets, and with READ_WRITE records events, so it may stand in a page. The answer has the key, which is shown once. `allowedOrigins` limits the pages; an empty list allows all.',
        tags: ['API keys'],
        body: NewApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    ({ project, body }) => apiKeys.create(project, body),
  )
  scope.get(
    '/api-keys',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List API keys',
        description:
          'All of them, without their secrets. `keyPrefix` tells which is which, and `lastUsed` is at most a minute behind.',
        tags: ['API keys'],
        response: { 200: Type.Array(ApiKey) },
      },
    },
    ({ project }) => apiKeys.list(project),
  )
  scope.put(
    '/api-keys/:keyId',
    {
      bodyLimit: bodyLimits.apiKey,
      config: {
        role: 'ADMIN',
        current: (request) => apiKeys.get(request.project, idOf(request, 'keyId')),
      },
      schema: {
        summary: 'Change the name, origins or expiry of an API key',
        description: 'Omitted fields keep their value. Counts everywhere from the answer on.',
        tags: ['API keys'],
        params: ApiKeyParams,
        body: ApiKeyUpdate,
        response: { 200: ApiKey },
      },
    },
    ({ project, params, body }) => apiKeys.update(project, params.keyId, body),
  )
  scope.post(
    '/api-keys/:keyId/rotate',
    {
      config: { openapi: { errors: ['SECRET_REVOKED', 'QUOTA_EXCEEDED'] }, role: 'ADMIN', repeats },
      schema: {
        summary: 'Replace an API key by a new one',
        description: 'The new key has the name, permissions, origins and expiry of the old one.',
        tags: ['API keys'],
        params: ApiKeyParams,
        body: KeyRotation,
        response: { 201: CreatedApiKey },
      },
    },
    ({ project, params, body }) => apiKeys.rotate(project, params.keyId, body),
  )
  scope.delete(
    '/api-keys/:keyId',
    {
      config: { role: 'ADMIN' },
      schema: {
        summary: 'Revoke an API key',
        description: 'Every replica refuses the key from the answer on.',
        tags: ['API keys'],
        params: ApiKeyParams,
      },
    },
    ({ project, params }) => apiKeys.revoke(project, params.keyId),
  )
}
