import type { EdgeAnswer, EdgeAnswers } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import {
  type App,
  evaluatePreconditions,
  preconditionFailed,
  Uuid,
  whenClientLeaves,
} from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { RateLimits } from '../../rate-limits.js'
import type { RenderRequest } from '../../renditions/render-request.js'
import { sendImage, sendNotModified, sendWithoutBody, sharedHeaders } from './answers.js'
import { FileReplaced } from './lost.js'
import { imageOperation } from './operation.js'
import type { AssetService, Picture } from './service.js'

type Deps = {
  assets: AssetService
  limits: Pick<RateLimits, 'chargeRender'>
  /** The answers that caches in front may keep; null if none is purged. */
  edgeAnswers: Pick<EdgeAnswers, 'begin'> | null
}

const AssetParams = Type.Object({ projectId: Uuid, assetId: Uuid })

type ImageRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'query' | 'ip'> & {
  params: Static<typeof AssetParams>
}

/** The changes that a picture depends on. */
const changesOf = ({ projectId, assetId }: ImageRequest['params']) => [
  tags.asset(assetId),
  tags.project(projectId),
  tags.imageRules(projectId),
]

/** Lets a change reach this answer from now until its last byte is sent. */
function beginEdgeAnswer(
  edgeAnswers: NonNullable<Deps['edgeAnswers']>,
  { raw: response }: FastifyReply,
  params: ImageRequest['params'],
): EdgeAnswer {
  const edgeAnswer = edgeAnswers.begin(changesOf(params), () => void response.destroy())
  if (response.closed) edgeAnswer.end()
  else response.once('close', edgeAnswer.end)
  return edgeAnswer
}

/** The signal is created lazily: an image in memory does not need one. */
function renderRequestOf(reply: FastifyReply, chargeRenderBudget: () => void): RenderRequest {
  let signal: AbortSignal | undefined
  return {
    get signal() {
      signal ??= whenClientLeaves(reply)
      return signal
    },
    chargeRenderBudget,
  }
}

export function assetRoutes(scope: App, { assets, limits, edgeAnswers }: Deps): void {
  const schema = {
    operationId: 'getImage',
    summary: 'Fetch an image: the original, or a rendition',
    description:
      'Without parameters, the original; with them, a rendition that is made once and kept. Needs no key. An address with `v` may be cached for a year, since a new file has a new address.',
    tags: ['Images'],
    params: AssetParams,
  }
  const url = '/deliver/:projectId/:assetId'
  scope.get(url, { schema, config: { openapi: imageOperation } }, async (request, reply) => {
    const edgeAnswer = edgeAnswers && beginEdgeAnswer(edgeAnswers, reply, request.params)
    let picture = await assets.locate(request)
    for (;;) {
      try {
        return await answer(request, reply, picture, edgeAnswer)
      } catch (error) {
        // Answer from the file that has replaced that of the picture or its mark, if this replica has seen it.
        const current = error instanceof FileReplaced ? await assets.locate(request) : picture
        if (current.image.key === picture.image.key) {
          reply.headers(sharedHeaders(picture))
          throw error
        }
        picture = current
      }
    }
  })

  /** Answers with a located picture: evaluates the preconditions, and loads bytes only if they are needed. */
  const answer = async (
    request: ImageRequest,
    reply: FastifyReply,
    picture: Picture,
    edgeAnswer: EdgeAnswer | null,
  ) => {
    switch (evaluatePreconditions(request.headers, picture)) {
      case 'failed':
        throw preconditionFailed()
      case 'not-modified':
        assets.remember(request, picture)
        return sendNotModified(reply, picture, edgeAnswer)
    }
    const render = renderRequestOf(reply, () => limits.chargeRender(request.ip))
    if (request.method === 'HEAD' && picture.image.plan === null) {
      await assets.confirmOriginal(picture, render)
      return sendWithoutBody(reply, { picture, edgeAnswer }, picture.asset.sizeBytes)
    }
    const bytes = await assets.open(picture, render)
    assets.remember(request, picture)
    return sendImage(request, reply, { picture, edgeAnswer }, bytes)
  }
}
