import { type App, PageQuery } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { bodyLimits } from '../../limits/body-limits.js'
import { idOf } from '../../plugins/tenancy.js'
import { parameterProblems } from './bulk.js'
import { metadataProblems } from './metadata.js'
import {
  Asset,
  AssetPage,
  AssetParams,
  AssetQuery,
  AssetUpdate,
  AssetUsagePage,
  BulkChange,
  BulkResult,
} from './schemas.js'
import type { AssetService } from './service.js'
import type { UploadOptions } from './upload/receive.js'
import { uploadRoutes } from './upload/routes.js'

export async function assetRoutes(scope: App, assets: AssetService, options: UploadOptions) {
  await scope.register(async (uploads: App) => uploadRoutes(uploads, assets, options))
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List assets',
        tags: ['Assets'],
        querystring: AssetQuery,
        response: { 200: AssetPage },
      },
    },
    ({ project, query }) => assets.list(project, query),
  )
  scope.get(
    '/:assetId',
    {
      config: { role: 'VIEWER', entityTag: true },
      schema: {
        summary: 'Get an asset',
        tags: ['Assets'],
        params: AssetParams,
        response: { 200: Asset },
      },
    },
    ({ project, params }) => assets.get(project, params.assetId),
  )
  scope.get(
    '/:assetId/usage',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the widgets that show an asset',
        tags: ['Assets'],
        params: AssetParams,
        querystring: PageQuery,
        response: { 200: AssetUsagePage },
      },
    },
    ({ project, params, query }) => assets.usage(project, params.assetId, query),
  )
  scope.post(
    '/bulk',
    {
      bodyLimit: bodyLimits.assetIds,
      config: {
        role: 'EDITOR',
        moreProblems: ({ body }: FastifyRequest) => parameterProblems(body),
      },
      schema: {
        summary: 'Move, tag, untag or delete many assets',
        tags: ['Assets'],
        body: BulkChange,
        response: { 200: BulkResult },
      },
    },
    ({ project, body }) => assets.bulk(project, body),
  )
  scope.put(
    '/:assetId',
    {
      bodyLimit: bodyLimits.asset,
      config: {
        role: 'EDITOR',
        current: (request) => assets.get(request.project, idOf(request, 'assetId')),
        moreProblems: ({ body }: FastifyRequest) => metadataProblems(body),
      },
      schema: {
        summary: 'Update an asset',
        tags: ['Assets'],
        params: AssetParams,
        body: AssetUpdate,
        response: { 200: Asset },
      },
    },
    ({ project, params, body }) => assets.update(project, params.assetId, body),
  )
  scope.delete(
    '/:assetId',
    {
      config: { role: 'EDITOR' },
      schema: { summary: 'Delete an asset', tags: ['Assets'], params: AssetParams },
    },
    async ({ project, params }, reply) => {
      await assets.delete(project, params.assetId)
      return reply.code(204).send()
    },
  )
}
