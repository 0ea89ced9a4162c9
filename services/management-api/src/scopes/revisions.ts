import {
  type App,
  cacheInFront,
  entityTagOf,
  evaluatePreconditions,
  idempotencyKey,
} from '@vitrine/http'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { revisionOf } from '../changes/revision.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether this GET has an ETag, for If-Match. `true`: the revision covers the whole answer, which may be a
     * 304. `no-304`: the answer has more, such as counts.
     */
    entityTag?: true | 'no-304'
  }
}

const text = (description: string) => ({ type: 'string', description })

const entityTag = { ETag: text('the revision of the resource') }

const serverTiming = {
  'Server-Timing': text(
    'of a change that the public sees: how long the commit took, how long it took until delivery answered ' +
      'from it everywhere, and how many of its replicas have acknowledged it; with a cache in front, how long its purge took after that, or that it is not purged',
  ),
}

/**
 * ETag, If-None-Match and Server-Timing of the routes in this scope. If-Match is checked by each change: see
 * `Change.matching`.
 */
export function revisions(scope: App): void {
  scope.decorateRequest('timing', null)
  scope.addHook('onRoute', document)
  scope.addHook('preSerialization', async (request, reply, payload) => {
    const revision = revisionOf(payload)
    const isRead = ['GET', 'HEAD'].includes(request.method)
    const { entityTag: tagged } = request.routeOptions.config
    if (revision === null || (isRead && tagged === undefined)) return payload
    const etag = entityTagOf(revision)
    reply.header('etag', etag)
    const conditions = { 'if-none-match': request.headers['if-none-match'] }
    const isKnown = evaluatePreconditions(conditions, { etag }) === 'not-modified'
    if (isRead && tagged === true && isKnown) reply.code(304)
    return payload
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const { timing } = request
    if (timing !== null && reply.statusCode < 400) {
      const { commitMs, waitedMs, purgedMs, acknowledged, replicas } = timing
      const commit = commitMs === undefined ? '' : `commit;dur=${commitMs.toFixed(1)}, `
      const everywhere = `everywhere;dur=${waitedMs.toFixed(1)};desc="${acknowledged} of ${replicas}"`
      reply.header('server-timing', `${commit}${everywhere}${cdnTiming(request, purgedMs)}`)
    }
    if (reply.statusCode !== 304) return payload
    reply.removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}

/** The services have one public address, so what has forwarded this call stands in front of delivery, too. */
function cdnTiming({ headers }: FastifyRequest, purgedMs: number | null): string {
  if (purgedMs !== null) return `, cdn;dur=${purgedMs.toFixed(1)};desc="purged"`
  return cacheInFront(headers) === null ? '' : ', cdn;desc="not purged"'
}

/** Adds the headers and statuses above to the OpenAPI document. */
function document(route: RouteOptions): void {
  const { openapi = {}, entityTag: hasEntityTag } = route.config ?? {}
  const { headers, responses, responseHeaders, errors = [] } = openapi
  const method = String(route.method)
  if (method === 'PUT' || method === 'DELETE') {
    const ifMatch = {
      ...text('the change is made only if the resource has this revision, such as "3"'),
      minLength: 1,
    }
    route.config = {
      ...route.config,
      openapi: {
        ...openapi,
        headers: { ...headers, 'If-Match': ifMatch, 'Idempotency-Key': idempotencyKey },
        responseHeaders: {
          ...responseHeaders,
          ...serverTiming,
          ...(method === 'PUT' && entityTag),
        },
        errors: [...errors, 'PRECONDITION_FAILED'],
      },
    }
  } else if (method === 'POST') {
    const openapiOfPost = { ...openapi, responseHeaders: { ...responseHeaders, ...serverTiming } }
    route.config = { ...route.config, openapi: openapiOfPost }
  } else if (hasEntityTag !== undefined) {
    const ifNoneMatch = text('answers 304 if the revision is this one')
    route.config = {
      ...route.config,
      openapi: {
        ...openapi,
        ...(hasEntityTag === true && {
          headers: { ...headers, 'If-None-Match': ifNoneMatch },
          responses: { ...responses, 304: { description: 'Not Modified', type: 'null' } },
        }),
        responseHeaders: { ...responseHeaders, ...entityTag },
      },
    }
  }
}
