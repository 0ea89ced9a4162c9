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
        openapi: { errors: ['QUOTA_EXCEEDED'] },
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
        description: 'Without their secrets, which are shown once.',
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
      schema: {
        summary: 'Revoke a signing key',
        description: 'Addresses that it has signed are refused from the answer on.',
        tags,
        params: SigningKeyParams,
      },
    },
    ({ project, params }) => signingKeys.revoke(project, params.signingKeyId),
  )
}
