import { Readable } from 'node:stream'
import type { App } from '@vitrine/http'
import type { FastifyReply } from 'fastify'
import fresh from 'fresh'
import { chooseRange, describePart } from '../../plugins/ranges.js'
import { imageOperation } from './operation.js'
import { AssetParams } from './schemas.js'
import type { AssetService, Picture } from './service.js'

/** The spec's: a rendition under one address never changes. */
const cacheControl = 'public, max-age=31536000, immutable'

export function assetRoutes(scope: App, assets: AssetService): void {
  scope.get(
    '/deliver/:projectId/:assetId',
    {
      config: { openapi: imageOperation },
      schema: {
        summary: 'Fetch an image, as it is or made to measure',
        tags: ['Images'],
        params: AssetParams,
      },
    },
    async (request, reply) => {
      const query = request.query as Record<string, unknown>
      const picture = await assets.locate(request.params, query, request.headers.accept)
      describe(reply, picture)
      const { plan, asset, etag, lastModified } = picture
      if (fresh(request.headers, { etag, 'last-modified': lastModified })) {
        return reply.code(304).send()
      }

      reply.type(picture.contentType)
      const made = plan === null ? null : await assets.render(picture, plan)
      const sizeBytes = made?.length ?? asset.sizeBytes
      const range = chooseRange(request, reply, sizeBytes, picture)
      const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
      reply.header('content-length', end - start + 1)
      if (made === null && request.method === 'HEAD') return reply.send(Readable.from([]))
      const body =
        made?.subarray(start, end + 1) ?? (await assets.openOriginal(picture, range ?? undefined))
      if (range) describePart(reply, range, sizeBytes)
      return reply.send(body)
    },
  )
}

/** What a 200, a 206 and a 304 say alike. */
function describe(reply: FastifyReply, { etag, lastModified, isNegotiated }: Picture): void {
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('last-modified', lastModified)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
  if (isNegotiated) reply.header('vary', 'Accept')
}
