import { type App, whenClientLeaves } from '@vitrine/http'
import { created } from '../../../idempotency/plugin.js'
import { Asset, UploadBody } from '../schemas.js'
import type { AssetService } from '../service.js'
import { acceptUploads, receiveUpload, type Upload, type UploadOptions } from './receive.js'

export async function uploadRoutes(scope: App, assets: AssetService, options: UploadOptions) {
  await acceptUploads(scope, options)
  scope.post(
    '/',
    {
      config: { role: 'EDITOR', openapi: { body: UploadBody } },
      schema: { summary: 'Upload an image', tags: ['Assets'], response: { 201: Asset } },
      // Rejects before the body is read if the queue is full.
      preParsing: async ({ project }) => assets.requireRoom(project),
    },
    async (request, reply) => {
      await using upload = await receiveUpload(request, options)
      const signal = whenClientLeaves(reply)
      // Awaited and returned, not sent: the file is disposed of before the client gets its answer.
      return await created(request, reply, contentOf(upload), () =>
        assets.create(request.project, upload, signal),
      )
    },
  )
}

/** Identifies a repeated call. Omitted fields are not part of its JSON. */
function contentOf({ filename, sha256, fields }: Upload) {
  const { folderId = null, altText, tags, metadata } = fields
  return {
    filename,
    folderId,
    sha256: Buffer.from(sha256).toString('hex'),
    altText,
    tags,
    metadata,
  }
}
