import type { App } from '@vitrine/http'
import { created } from '../../changes/idempotency/plugin.js'
import {
  CreatedSigningKey,
  NewSigningKey,
  SigningKeyPage,
  SigningKeyParams,
  SigningKeyQuery,
} from './schemas.js'
import type { SigningKeyService } from './service.js'

const tags = ['Images']

export function signingKeyRoutes(scope: App, signingKeys: SigningKeyService): void {
  scope.post(
    '/',
    {
      config: { role: 'ADMIN' },
      schema: {
        summary: 'Create a key that signs image addresses',
        description: 'To replace a key: create one, sign with it, then revoke the old one.',
        tags,
        body: NewSigningKey,
        response: { 201: CreatedSigningKey },
      },
    },
    (request, reply) => {
      const { project, body } = request
      return created(request, reply, body, () => signingKeys.create(project), {
        requireUsable: ({ id }) => signingKeys.requireUsable(project, id),
      })
    },
  )
  scope.get(
    '/',
    {
      config: { role: 'ADMIN' },
      schema: {
        summary: 'List signing keys',
        tags,
        querystring: SigningKeyQuery,
        response: { 200: SigningKeyPage },
      },
    },
    ({ project, query }) => signingKeys.list(project, query),
  )
  scope.delete(
    '/:signingKeyId',
    {
      config: { role: 'ADMIN' },
      schema: { summary: 'Revoke a signing key', tags, params: SigningKeyParams },
    },
    async ({ project, params }, reply) => {
      await signingKeys.revoke(project, params.signingKeyId)
      return reply.code(204).send()
    },
  )
}
