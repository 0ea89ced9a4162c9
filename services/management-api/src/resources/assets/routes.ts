import { type App, PageQuery } from '@vitrine/http'
import { created } from '../../idempotency/plugin.js'
import { Asset, AssetPage, AssetParams, AssetUpdate } from './schemas.js'
import type { AssetService } from './service.js'
import { acceptUploads, receiveUpload, type UploadLimits } from './upload.js'

export async function assetRoutes(scope: App, assets: AssetService, limits: UploadLimits) {
  await scope.register(async (uploads: App) => {
    await acceptUploads(uploads, limits)
    uploads.post(
      '/',
      { config: { role: 'EDITOR' }, schema: { response: { 201: Asset } } },
      async (request, reply) => {
        await using upload = await receiveUpload(request, limits)
        const { filename, folderId } = upload
        const content = { filename, folderId, sha256: Buffer.from(upload.sha256).toString('hex') }
        // Awaited and returned, not sent: the file is disposed of before the client is told.
        return await created(request, reply, content, () => assets.create(request.project, upload))
      },
    )
  })
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: { querystring: PageQuery, response: { 200: AssetPage } },
    },
    ({ project, query }) => assets.list(project, query),
  )
  scope.get(
    '/:assetId',
    { config: { role: 'VIEWER' }, schema: { params: AssetParams, response: { 200: Asset } } },
    ({ project, params }) => assets.get(project, params.assetId),
  )
  scope.put(
    '/:assetId',
    {
      config: { role: 'EDITOR' },
      schema: { params: AssetParams, body: AssetUpdate, response: { 200: Asset } },
    },
    ({ project, params, body }) => assets.update(project, params.assetId, body),
  )
  scope.delete(
    '/:assetId',
    { config: { role: 'EDITOR' }, schema: { params: AssetParams } },
    async ({ project, params }, reply) => {
      await assets.delete(project, params.assetId)
      return reply.code(204).send()
    },
  )
}
