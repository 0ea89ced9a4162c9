import {
  type Answer,
  type AnswerRequest,
  type App,
  andThen,
  answerRoute,
  evaluatePreconditions,
  preconditionFailed,
} from '@vitrine/http'
import type { Static } from '@vitrine/typebox'
import type { RateLimits } from '../../rate-limits.js'
import type { RenderRequest } from '../../renditions/render-request.js'
import { failed, notModified, withBody, withoutBody } from './answers.js'
import { FileReplaced } from './lost.js'
import { imageOperation } from './operation.js'
import { AssetParams } from './schemas.js'
import type { AssetService, Picture } from './service.js'

type Deps = {
  assets: AssetService
  limits: Pick<RateLimits, 'chargeRequest' | 'chargeRender'>
}
type Request = AnswerRequest<Static<typeof AssetParams>>

/** The render request of a client. Its signal is created lazily: an image in memory does not need one. */
class RequestedRender implements RenderRequest {
  readonly #request: Request
  readonly #limits: Deps['limits']

  constructor(request: Request, limits: Deps['limits']) {
    this.#request = request
    this.#limits = limits
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  chargeRenderBudget(): void {
    this.#limits.chargeRender(this.#request.ip)
  }
}

export function assetRoutes(scope: App, deps: Deps): void {
  const { assets, limits } = deps
  const answer = createImageAnswer(deps)
  answerRoute(scope, '/deliver/:projectId/:assetId', {
    openapi: imageOperation,
    schema: {
      operationId: 'getImage',
      summary: 'Fetch an image: the original, or a rendition',
      tags: ['Images'],
      params: AssetParams,
    },
    admit: ({ ip }) => limits.chargeRequest(ip),
    answer: (request) => andThen(assets.locate(request), (picture) => answer(request, picture)),
  })
}

/** Answers with a located picture: evaluates the preconditions, and loads bytes only if they are needed. */
function createImageAnswer({ assets, limits }: Deps) {
  const answer = (request: Request, picture: Picture): Answer | Promise<Answer> => {
    switch (evaluatePreconditions(request.headers, picture)) {
      case 'failed':
        return failed(picture, preconditionFailed())
      case 'not-modified':
        assets.remember(request, picture)
        return notModified(picture)
      case 'proceed':
        return load(request, picture)
    }
  }

  const load = (request: Request, picture: Picture): Answer | Promise<Answer> => {
    const render = new RequestedRender(request, limits)
    const fail = (error: unknown) =>
      error instanceof FileReplaced
        ? answerCurrent(request, picture, error)
        : failed(picture, error)
    if (request.method === 'HEAD' && picture.image.plan === null) {
      const confirmed = assets.confirmOriginal(picture, render)
      return confirmed.then(() => withoutBody(picture, picture.asset.sizeBytes), fail)
    }
    const opened = andThen(assets.open(picture, render), (bytes) => {
      assets.remember(request, picture)
      return withBody(request, picture, bytes)
    })
    return opened instanceof Promise ? opened.catch(fail) : opened
  }

  /** Answers from the file that has replaced that of the picture, if this replica has seen it. */
  const answerCurrent = (request: Request, picture: Picture, error: FileReplaced) =>
    andThen(assets.locate(request), (current) =>
      current.asset.fileKey === picture.asset.fileKey
        ? failed(picture, error)
        : answer(request, current),
    )

  return answer
}
