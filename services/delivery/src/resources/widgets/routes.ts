import { type App, type Prepared, prepare, sendPrepared, type WarmRequest } from '@vitrine/http'
import Type from 'typebox'
import { isNotModified, mayRefuse } from '../../plugins/preconditions.js'
import { publicHeaders } from '../../plugins/public-headers.js'
import { widgetOperation } from './operation.js'
import type { WidgetResponse, WidgetService } from './service.js'

const Params = Type.Object({ widgetSlug: Type.String() })
/** Unknown: a key given twice is a bad key, 401, and no matter where the header has one. */
const Query = Type.Object({ api_key: Type.Optional(Type.Unknown()) })

export function widgetRoutes(scope: App, widgets: WidgetService): void {
  scope.get(
    '/widgets/:widgetSlug',
    {
      config: {
        openapi: widgetOperation,
        warm: (request) => {
          const { widgetSlug } = request.params as { widgetSlug: string }
          const key = keyOf(request)
          if (typeof key !== 'string' || mayRefuse(request.headers)) return null
          const response = widgets.fetchWarm(key, widgetSlug, request.headers, request.ip)
          return response && answer(request, response)
        },
      },
      schema: {
        summary: 'Fetch a published widget',
        tags: ['Widgets'],
        security: [{ apiKeyInHeader: [] }, { apiKeyInQuery: [] }],
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const key = keyOf(request)
      const sentKey = key === undefined ? undefined : String(key)
      const { widgetSlug } = request.params
      const response = await widgets.fetch(sentKey, widgetSlug, request.headers)
      sendPrepared(request, reply, answer(request, response))
      return reply
    },
  )
}

const keyOf = ({ headers, query }: Pick<WarmRequest, 'headers' | 'query'>): unknown =>
  headers['x-api-key'] ?? (query as { api_key?: unknown }).api_key

type Answers = { whole: Prepared; unchanged: Prepared }
/** Made once per version of a widget, and gone with it. */
const prepared = new WeakMap<WidgetResponse, Answers>()

function answer({ headers }: Pick<WarmRequest, 'headers'>, response: WidgetResponse): Prepared {
  let answers = prepared.get(response)
  if (answers === undefined) {
    answers = prepareAnswers(response)
    prepared.set(response, answers)
  }
  return isNotModified(headers, response) ? answers.unchanged : answers.whole
}

function prepareAnswers({ body, etag }: WidgetResponse): Answers {
  const headers = {
    ...publicHeaders,
    'cache-control': 'private, no-cache',
    vary: 'X-API-Key, Origin',
    etag,
  }
  return {
    whole: prepare({
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body,
    }),
    unchanged: prepare({ status: 304, headers }),
  }
}
