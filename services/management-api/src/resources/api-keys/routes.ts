import type { App } from '@vitrine/http'
import Type from '@vitrine/typebox'
import { created } from '../../changes/idempotency/plugin.js'
import { bodyLimits } from '../../limits/body-limits.js'
import { idOf } from '../../scopes/tenancy.js'
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
  creationRoute(scope, apiKeys)
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
        tags: ['API keys'],
        params: ApiKeyParams,
        body: ApiKeyUpdate,
        response: { 200: ApiKey },
      },
    },
    ({ project, params, body }) => apiKeys.update(project, params.keyId, body),
  )
  rotationRoute(scope, apiKeys)
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

function creationRoute(scope: App, apiKeys: ApiKeyService): void {
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
      created(request, reply, request.body, () => apiKeys.create(request.project, request.body), {
        requireUsable: ({ id }) => apiKeys.requireUsable(request.project, id),
      }),
  )
}

function rotationRoute(scope: App, apiKeys: ApiKeyService): void {
  scope.post(
    '/api-keys/:keyId/rotate',
    {
      config: { role: 'ADMIN' },
      schema: {
        summary: 'Replace an API key by a new one',
        description: 'The new key has the name, permissions, origins and expiry of the old one.',
        tags: ['API keys'],
        params: ApiKeyParams,
        body: KeyRotation,
        response: { 201: CreatedApiKey },
      },
    },
    (request, reply) => {
      const { project, params, body } = request
      return created(request, reply, body, () => apiKeys.rotate(project, params.keyId, body), {
        requireUsable: ({ id }) => apiKeys.requireUsable(project, id),
      })
    },
  )
}
