import { isSlug } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { languageFor } from '@vitrine/embed'
import { type App, type ErrorPage, negotiateEncoding } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { sendContent } from '../../../answers/content.js'
import { apiKeyInQuery, sentKeyOf } from '../../api-keys/sent-key.js'
import { pageOperation, stylesOperation } from '../operations.js'
import type { EmbedService } from '../service.js'
import { anyOrigin, pageType } from './headers.js'
import type { Kind } from './page.js'
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

/** Names of ours and of clients that look for an oEmbed endpoint. With a key, each is a slug like any other. */
const reservedNames = new Set(['oembed', 'v1'])

/** Pages for frames, for sites that do not allow scripts, stylesheets of widgets, and the preview of the console. */
export function embedPageRoutes(
  scope: App,
  { embed, publicUrl }: { embed: EmbedService; publicUrl: string },
): void {
  const preview = previewContent(publicUrl)
  const config = { openapi: pageOperation, errorPage }

  const send = async (kind: Kind, request: PageRequest, reply: FastifyReply, slug: string) => {
    const { headers, query } = request
    const sentKey = sentKeyOf(request)
    if (!isSlug(slug) || (sentKey === undefined && reservedNames.has(slug))) throw nothingHere()
    const page = await embed.find({
      kind,
      sentKey,
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
        : send('page', request, reply, previewName),
  )
  scope.get(
    // Any name, as for the scripts.
    '/:widgetSlug([\\s\\S]*).css',
    {
      config: { openapi: stylesOperation },
      schema: {
        operationId: 'getEmbedStyles',
        summary: 'Fetch the stylesheet of a published widget',
        description:
          'The rules of this widget alone, for snippets on sites that forbid inline styles. Those of its layout are a part of the script.',
        tags: ['Embed'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Type.Object({ widgetSlug: Type.String() }),
        querystring: Type.Object({ api_key: apiKeyInQuery }),
      },
    },
    async (request, reply) => send('styles', request, reply, request.params.widgetSlug),
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
    async (request, reply) => send('page', request, reply, request.params.widgetSlug),
  )
}

const nothingHere = () =>
  new AppError('ROUTE_NOT_FOUND', 'There is nothing here. The page of a widget is /embed/{slug}.')

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
