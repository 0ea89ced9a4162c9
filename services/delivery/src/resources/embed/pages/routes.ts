import { languageFor } from '@vitrine/embed'
import { type App, type ErrorPage, negotiateEncoding } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { sendContent } from '../../../answers/content.js'
import { apiKeyInQuery, sentKeyOf } from '../../api-keys/sent-key.js'
import { pageOperation } from '../operations.js'
import type { EmbedService } from '../service.js'
import { anyOrigin, pageType } from './headers.js'
import { previewContent } from './preview-page.js'
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

type PageRequest = Pick<FastifyRequest, 'headers'> & { query: Static<typeof Query> }

const previewName = 'preview'

/** Pages for frames, for sites that do not allow scripts, and the preview of the console. */
export function embedPageRoutes(
  scope: App,
  { embed, publicUrl }: { embed: EmbedService; publicUrl: string },
): void {
  const preview = previewContent(publicUrl)
  const config = { openapi: pageOperation, errorPage }

  const sendWidget = async (request: PageRequest, reply: FastifyReply, slug: string) => {
    const { headers, query } = request
    const page = await embed.page({
      sentKey: sentKeyOf(request),
      slug,
      language: languageFor(query.lang ?? 'en'),
      from: headers,
      encoding: negotiateEncoding(headers['accept-encoding']),
    })
    return sendContent(request, reply, page)
  }

  scope.get(
    `/${previewName}`,
    // A page of the console is no part of the public API.
    { config, schema: { hide: true, querystring: Query } },
    async (request, reply) =>
      // A widget may have this slug. Its page is fetched with a key.
      sentKeyOf(request) === undefined
        ? sendContent(request, reply, preview)
        : sendWidget(request, reply, previewName),
  )
  scope.get(
    '/:widgetSlug',
    {
      config,
      schema: {
        operationId: 'getEmbedPage',
        summary: 'Fetch a page for a frame that shows a published widget',
        description:
          'For sites that do not allow scripts of others. Browsers get errors as pages as well.',
        tags: ['Embed'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Type.Object({ widgetSlug: Type.String() }),
        querystring: Query,
      },
    },
    async (request, reply) => sendWidget(request, reply, request.params.widgetSlug),
  )
}

/** Browsers get errors as pages as well, because people see them in the frame. */
function errorPage(
  { status, message }: { status: number; message: string },
  { headers }: FastifyRequest,
): ErrorPage | null {
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
