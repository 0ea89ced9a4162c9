import { type App, PageQuery, whenClientLeaves } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { created } from '../../idempotency/plugin.js'
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
  UploadBody,
} from './schemas.js'
import type { AssetService } from './service.js'
import { acceptUploads, receiveUpload, type UploadOptions } from './upload/upload.js'

export async function assetRoutes(scope: App, assets: AssetService, options: UploadOptions) {
  await scope.register(async (uploads: App) => {
    await acceptUploads(uploads, options)
    uploads.post(
      '/',
      {
        config: { role: 'EDITOR', openapi: { body: UploadBody } },
        schema: { summary: 'Upload an image', tags: ['Assets'], response: { 201: Asset } },
        // Refused before the body is read, where that is known by then.
        preParsing: async ({ project }) => assets.requireRoom(project),
      },
      async (request, reply) => {
        await using upload = await receiveUpload(request, options)
        const { filename, fields } = upload
        const { folderId = null, altText, tags, metadata } = fields
        const sha256 = Buffer.from(upload.sha256).toString('hex')
        // Fields that were left out are no part of the text that identifies a repeated call.
        const content = { filename, folderId, sha256, altText, tags, metadata }
        // Awaited and returned, not sent: the file is disposed of before the client is told.
        const signal = whenClientLeaves(reply)
        return await created(request, reply, content, () =>
          assets.create(request.project, upload, signal),
        )
      },
    )
  })
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
      config: { role: 'VIEWER' },
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
