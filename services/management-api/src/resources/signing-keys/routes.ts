import type { App } from '@vitrine/http'
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
      config: {
        role: 'ADMIN',
        repeats: {
          requireUsable: ({ project }, { id }) => signingKeys.requireUsable(project, String(id)),
        },
      },
      schema: {
        summary: 'Create a key that signs image addresses',
        description: 'To replace a key: create one, sign with it, then revoke the old one.',
        tags,
        body: NewSigningKey,
        response: { 201: CreatedSigningKey },
      },
    },
    ({ project }) => signingKeys.create(project),
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
    ({ project, params }) => signingKeys.revoke(project, params.signingKeyId),
  )
}
