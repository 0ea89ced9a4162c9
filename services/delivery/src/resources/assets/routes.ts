import { Readable } from 'node:stream'
import { type App, whenClientLeaves } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPoured } from '../../plugins/pour.js'
import { isNotModified } from '../../plugins/preconditions.js'
import { chooseRange, describePart } from '../../plugins/ranges.js'
import type { RateLimits } from '../../rate-limits.js'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import { imageHeaders, sharedHeaders } from './headers.js'
import { imageOperation } from './operation.js'
import { AssetParams } from './schemas.js'
import type { AssetService, Picture } from './service.js'
import { warmImages } from './warm.js'

type Limits = Pick<RateLimits, 'countMaking' | 'admitWarm'>

export function assetRoutes(scope: App, assets: AssetService, limits: Limits): void {
  scope.get(
    '/deliver/:projectId/:assetId',
    {
      config: { openapi: imageOperation, warm: warmImages({ assets, limits }) },
      schema: {
        operationId: 'getImage',
        summary: 'Fetch an image, as it is or made to measure',
        tags: ['Images'],
        params: AssetParams,
      },
    },
    async (request, reply) => {
      const picture = await assets.locate(request)
      reply.headers(sharedHeaders(picture))
      if (isNotModified(request.headers, picture)) {
        assets.remember(request, picture)
        return reply.code(304).send()
      }

      reply.headers(imageHeaders(picture))
      const demand = {
        signal: whenClientLeaves(reply),
        chargeRenderBudget: () => limits.countMaking(request.ip),
      }
      if (request.method === 'HEAD' && picture.plan === null) {
        await assets.confirmOriginal(picture, demand)
        return sendNothing(reply, picture.asset.sizeBytes)
      }
      const held = await assets.open(picture, demand)
      assets.remember(request, picture)
      return sendBytes(request, reply, picture, held)
    },
  )
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: Picture,
  held: ImageBytes,
): Promise<FastifyReply> {
  const { sizeBytes } = held
  try {
    if (request.method === 'HEAD') {
      held.discard()
      return sendNothing(reply, sizeBytes)
    }
    const range = chooseRange(request, reply, sizeBytes, picture)
    const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
    const body = await held.read({ start, end })
    reply.header('content-length', end - start + 1)
    if (range) describePart(reply, range, sizeBytes)
    return typeof body === 'function' ? sendPoured(reply, body) : reply.send(body)
  } catch (error) {
    held.discard()
    throw error
  }
}

/** The answer to a HEAD: as long as the GET's, and empty. */
const sendNothing = (reply: FastifyReply, sizeBytes: number): FastifyReply =>
  reply.header('content-length', sizeBytes).send(Readable.from([]))
