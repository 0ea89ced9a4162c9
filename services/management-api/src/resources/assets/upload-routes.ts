import { type App, whenClientLeaves } from '@vitrine/http'
import { Asset, AssetParams, type UploadFields } from './schemas.js'
import type { AssetService } from './service.js'
import { ReplacementBody, UploadBody } from './upload/documented-bodies.js'
import { collectReplacementFields, collectUploadFields } from './upload/fields.js'
import {
  acceptUploads,
  type Received,
  receiveUpload,
  type UploadOptions,
} from './upload/receive.js'

/** The errors of calls that store a file. */
const fileErrors = [
  'INVALID_UPLOAD',
  'UNSUPPORTED_IMAGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_COSTLY',
  'QUOTA_EXCEEDED',
  'OVERLOADED',
  'STORE_UNAVAILABLE',
  'STORE_MISCONFIGURED',
] as const

export async function uploadRoutes(scope: App, assets: AssetService, options: UploadOptions) {
  await acceptUploads(scope, options)
  scope.post(
    '/',
    {
      config: {
        role: 'EDITOR',
        repeats: { readsBody: true },
        openapi: { body: UploadBody, errors: [...fileErrors, 'UNKNOWN_FOLDER'] },
      },
      schema: {
        summary: 'Upload an image',
        description:
          'One file in a multipart body: JPEG, PNG, WebP, AVIF, GIF, TIFF or HEIC. The answer comes after the image was decoded and stored, and its `originalUrl` works at once. Send an Idempotency-Key, so that a repetition after a lost connection makes no second asset. The limits are in `uploadLimits` of `GET /api/auth/me`.',
        tags: ['Assets'],
        response: { 201: Asset },
      },
      // Rejects before the body is read if the queue is full.
      preParsing: async ({ project }) => assets.requireRoom(project),
    },
    async (request, reply) => {
      await using upload = await receiveUpload(request, collectUploadFields(), options)
      const answer = await request.findAnswer(reply, contentOf(upload))
      if (answer !== null) return answer.body as Asset
      // Awaited and returned, not sent: the file is disposed of before the client gets its answer.
      return await assets.create(request.project, upload, whenClientLeaves(reply))
    },
  )
  scope.put(
    '/:assetId/file',
    {
      config: {
        role: 'EDITOR',
        repeats: { readsBody: true },
        openapi: { body: ReplacementBody, errors: fileErrors },
      },
      schema: {
        summary: 'Replace the file of an asset',
        description:
          'Its id, filename, folder, texts, tags and places in widgets stay, and its focal point, unless another one is sent along. The same bytes change nothing.',
        operationId: 'replaceAssetFile',
        tags: ['Assets'],
        params: AssetParams,
        response: { 200: Asset },
      },
      preParsing: async ({ project, storedAnswer }) => {
        if (storedAnswer === null) assets.requireRoom(project)
      },
    },
    async (request, reply) => {
      await using upload = await receiveUpload(request, collectReplacementFields(), options)
      const { fields, sha256 } = upload
      const content = { ...fields, sha256: Buffer.from(sha256).toString('hex') }
      const answer = await request.findAnswer(reply, content)
      if (answer !== null) return answer.body as Asset
      // Awaited and returned, not sent: as in an upload.
      return await assets.replace(
        request.project,
        request.params.assetId,
        upload,
        whenClientLeaves(reply),
      )
    },
  )
}

/** Identifies a repeated call. Omitted fields are not part of its JSON. */
function contentOf({ filename, sha256, fields }: Received<UploadFields>) {
  const { folderId = null, altText, focalPoint, tags, metadata } = fields
  return {
    filename,
    folderId,
    sha256: Buffer.from(sha256).toString('hex'),
    altText,
    focalPoint,
    tags,
    metadata,
  }
}
