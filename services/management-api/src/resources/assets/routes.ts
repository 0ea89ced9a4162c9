import { type App, PageQuery } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { idOf } from '../../fields/uuid.js'
import { bodyLimits } from '../../limits/body-limits.js'
import { HistoryPage } from '../history/schemas.js'
import { WidgetParams } from '../widgets/schemas.js'
import { bulkRoutes } from './bulk/routes.js'
import { metadataProblems } from './rules.js'
import {
  Asset,
  AssetCounts,
  AssetLookup,
  AssetPage,
  AssetParams,
  AssetQuery,
  AssetUpdate,
  AssetUsagePage,
  FoundAssets,
} from './schemas.js'
import type { AssetService } from './service.js'
import type { UploadOptions } from './upload/receive.js'
import { uploadRoutes } from './upload-routes.js'

export async function assetRoutes(scope: App, assets: AssetService, options: UploadOptions) {
  await scope.register(async (uploads: App) => uploadRoutes(uploads, assets, options))
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List assets',
        description:
          'Filters combine with AND. `nextCursor` leads through all of them, even while others are added or deleted.',
        tags: ['Assets'],
        querystring: AssetQuery,
        response: { 200: AssetPage },
      },
    },
    ({ project, query }) => assets.list(project, query),
  )
  scope.get(
    '/counts',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Count the assets that match each filter',
        description:
          'How many need an alternative text, are unused, and so on: the numbers beside the filters of a list.',
        tags: ['Assets'],
        operationId: 'getAssetCounts',
        response: { 200: AssetCounts },
      },
    },
    ({ project }) => assets.counts(project),
  )
  scope.post(
    '/lookup',
    {
      bodyLimit: bodyLimits.hashes,
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Find assets by the SHA-256 of their files',
        description:
          'Tells which of these files the project has already. A POST, because a query would be too long; it changes nothing.',
        tags: ['Assets'],
        body: AssetLookup,
        response: { 200: FoundAssets },
      },
    },
    ({ project, body }) => assets.lookUp(project, body.sha256),
  )
  scope.get(
    '/:assetId',
    {
      // Addresses of private originals are signed again each half-day.
      config: { role: 'VIEWER', entityTag: 'no-304' },
      schema: {
        summary: 'Get an asset',
        description:
          'Its `ETag` is its revision: send it as `If-Match` with a change. `originalUrl` is public.',
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
        description: 'Drafts included. Deleting the asset removes it from all of them.',
        tags: ['Assets'],
        params: AssetParams,
        querystring: PageQuery,
        response: { 200: AssetUsagePage },
      },
    },
    ({ project, params, query }) => assets.usage(project, params.assetId, query),
  )
  bulkRoutes(scope, assets.bulk)
  scope.put(
    '/:assetId',
    {
      bodyLimit: bodyLimits.asset,
      config: {
        openapi: { errors: ['UNKNOWN_FOLDER'] },
        role: 'EDITOR',
        current: (request) => assets.get(request.project, idOf(request, 'assetId')),
        moreProblems: ({ body }: FastifyRequest) => metadataProblems(body),
      },
      schema: {
        summary: 'Update an asset',
        description:
          'Omitted fields keep their value, and null removes one. Widgets show the new texts from the answer on. The body of a GET may be sent back; of its read-only fields, another value is refused.',
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
      config: { role: 'EDITOR', openapi: { errors: ['ASSET_IN_USE'] } },
      schema: {
        summary: 'Delete an asset',
        description:
          'It leaves every widget, and its public addresses stop working, before the answer. There is no way back.',
        tags: ['Assets'],
        params: AssetParams,
      },
    },
    ({ project, params }) => assets.delete(project, params.assetId),
  )
  scope.get(
    '/:assetId/history',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the changes of an asset',
        description: 'Newest first, with the author and what was changed.',
        operationId: 'listAssetHistory',
        tags: ['Assets'],
        params: AssetParams,
        querystring: PageQuery,
        response: { 200: HistoryPage },
      },
    },
    ({ project, params, query }) => assets.listHistory(project, params.assetId, query),
  )
}

/** In the scope of widgets. */
export function widgetAssetRoutes(scope: App, assets: AssetService): void {
  scope.get(
    '/:widgetId/assets',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Get the assets of a widget',
        description: 'All of them, in the order of the list. One in several places is repeated.',
        operationId: 'listWidgetAssets',
        tags: ['Widgets'],
        params: WidgetParams,
        response: { 200: Type.Array(Asset) },
      },
    },
    ({ project, params }) => assets.ofWidget(project, params.widgetId),
  )
}
