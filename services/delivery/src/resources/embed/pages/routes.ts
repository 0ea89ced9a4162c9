import { languageFor } from '@vitrine/embed'
import {
  type Answer,
  type AnswerRequest,
  type AnswerRoute,
  type App,
  andThen,
  answerRoute,
} from '@vitrine/http'
import Type, { type Static } from '@vitrine/typebox'
import { negotiateEncoding } from '../../../answers/encodings.js'
import { answerFor } from '../../../answers/validated-answer.js'
import type { RateLimits } from '../../../rate-limits.js'
import { apiKeyInQuery, sentKeyOf } from '../../api-keys/sent-key.js'
import { pageOperation } from '../operations.js'
import type { EmbedService } from '../service.js'
import { anyOrigin, pageType } from './headers.js'
import { previewAnswers } from './preview-page.js'
import { refusalPage } from './refusal-page.js'

const Query = Type.Object({
  api_key: apiKeyInQuery,
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      description: 'a language tag, such as de or pt-BR',
    }),
  ),
})

type Deps = {
  embed: EmbedService
  limits: Pick<RateLimits, 'chargeRequest'>
  publicUrl: string
}

/** Pages for frames, for sites that do not allow scripts, and the preview of the console. */
export function embedPageRoutes(scope: App, { embed, limits, publicUrl }: Deps): void {
  const admit = ({ ip }: { ip: string }) => limits.chargeRequest(ip)
  const preview = previewAnswers(publicUrl)
  answerRoute(scope, `/${previewName}`, {
    openapi: pageOperation,
    schema: { ...hidden, querystring: Query },
    admit,
    // A widget may have this slug. Its page is fetched with a key.
    answer: (request) =>
      sentKeyOf(request) === undefined
        ? answerFor(request.headers, preview)
        : answerWidget(embed, request, previewName),
    renderError,
  })
  answerRoute(scope, '/:widgetSlug', {
    openapi: pageOperation,
    schema: {
      operationId: 'getEmbedPage',
      summary: 'Fetch a page for a frame that shows a published widget',
      tags: ['Embed'],
      security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
      params: Type.Object({ widgetSlug: Type.String() }),
      querystring: Query,
    },
    admit,
    answer: (request) => answerWidget(embed, request, request.params.widgetSlug),
    renderError,
  })
}

function answerWidget(
  embed: EmbedService,
  request: AnswerRequest<unknown, Static<typeof Query>>,
  slug: string,
): Answer | Promise<Answer> {
  const { headers, query } = request
  const page = embed.page({
    sentKey: sentKeyOf(request),
    slug,
    language: languageFor(query.lang ?? 'en'),
    from: headers,
    encoding: negotiateEncoding(headers['accept-encoding']),
  })
  return andThen(page, (answers) => answerFor(headers, answers))
}

const previewName = 'preview'
/** A page of the console is no part of the public API. */
const hidden = { hide: true }

/** Browsers get errors as pages as well, because people see them in the frame. */
const renderError: AnswerRoute['renderError'] = ({ status, message }, { headers }) => {
  if (!headers.accept?.includes('text/html')) return null
  const page = refusalPage(status, message)
  return {
    headers: {
      ...anyOrigin,
      'content-type': pageType,
      'content-security-policy': page.policy,
    },
    body: page.html,
  }
}
