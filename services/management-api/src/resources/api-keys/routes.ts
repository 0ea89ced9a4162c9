import type { App } from '@vitrine/http'
import Type from 'typebox'
import { created } from '../../idempotency/plugin.js'
import { bodyLimits } from '../../limits/body-limits.js'
import { ApiKey, ApiKeyParams, CreatedApiKey, NewApiKey } from './schemas.js'
import type { ApiKeyService } from './service.js'

export function apiKeyRoutes(scope: App, apiKeys: ApiKeyService): void {
  scope.post(
    '/api-keys',
    {
      bodyLimit: bodyLimits.apiKey,
      config: { role: 'ADMIN' },
      schema: {
        summary: 'Create an API key',
        tags: ['API keys'],
        body: NewApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        request.body,
        () => apiKeys.create(request.project, request.body),
        ({ id }) => apiKeys.requireUsable(request.project, id),
      ),
  )
  scope.get(
    '/api-keys',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List API keys',
        tags: ['API keys'],
        response: { 200: Type.Array(ApiKey) },
      },
    },
    ({ project }) => apiKeys.list(project),
  )
  scope.delete(
    '/api-keys/:keyId',
    {
      config: { role: 'ADMIN' },
      schema: { summary: 'Revoke an API key', tags: ['API keys'], params: ApiKeyParams },
    },
    async ({ project, params }, reply) => {
      await apiKeys.revoke(project, params.keyId)
      return reply.code(204).send()
    },
  )
}
