import { languageFor } from '@vitrine/embed'
import type { App, ErrorBody } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { encodingFor, encodingHeaders } from '../../encodings.js'
import { isNotModified } from '../../plugins/preconditions.js'
import { pageOperation } from './operations.js'
import { refusalPage } from './refusal-page.js'
import type { EmbedService } from './service.js'

const Params = Type.Object({ widgetSlug: Type.String() })
const Query = Type.Object({
  /** Unknown: a key given twice is a bad key, 401. */
  api_key: Type.Optional(Type.Unknown()),
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      description: 'a language tag, such as de or pt-BR',
    }),
  ),
})

const html = 'text/html; charset=utf-8'
/** Also for pages that are isolated from other origins. */
const anywhere = { 'cross-origin-resource-policy': 'cross-origin' }

/** Pages for frames: for sites that take no script. */
export function embedPageRoutes(scope: App, embed: EmbedService): void {
  answerAsPages(scope)
  scope.get(
    '/:widgetSlug',
    {
      config: { openapi: pageOperation },
      schema: {
        operationId: 'getEmbedPage',
        summary: 'Fetch a page for a frame that shows a published widget',
        tags: ['Embed'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const { headers, params, query } = request
      const key = headers['x-api-key'] ?? query.api_key
      const page = await embed.page({
        sentKey: key === undefined ? undefined : String(key),
        slug: params.widgetSlug,
        language: languageFor(query.lang ?? 'en'),
        from: headers,
        encoding: encodingFor(headers['accept-encoding']),
      })
      const isUnchanged = isNotModified(headers, page)
      reply.headers({
        ...anywhere,
        'content-security-policy': page.policy,
        'cache-control': 'private, no-cache',
        // Where a key is for some origins, a frame is told by its Referer.
        vary: 'X-API-Key, Origin, Referer, Accept-Encoding',
        etag: page.etag,
      })
      if (isUnchanged) return reply.code(304).send()
      return reply.type(html).headers(encodingHeaders(page.encoding)).send(asBuffer(page.html))
    },
  )
}

/** Without a copy. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)

/** Errors as pages as well, for browsers: people see them in a frame. */
function answerAsPages(scope: App): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !takesPages(request)) return payload
    const { status, message } = JSON.parse(String(payload)) as ErrorBody
    const page = refusalPage(status, message)
    reply.type(html).headers({ ...anywhere, 'content-security-policy': page.policy })
    return page.html
  })
}

const takesPages = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('text/html')
