import { type App, documentErrors, type Metrics } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { sendsToken } from '../changes/rights/bearer.js'
import type { CallLimits } from '../limits/call-limits.js'

/**
 * Counts each call by its address on arrival, and each call without an access token. Calls with a token are
 * counted where it is verified. Probes and preflights, which a browser sends for another call, are not
 * counted. Register it before the routes.
 */
export function limitCalls(app: App, limits: CallLimits, metrics: Metrics): void {
  metrics.counterBy('budget', {
    name: 'rate_limited_total',
    help: 'Calls that were refused, by the limit that was reached.',
    read: limits.refused,
  })
  documentErrors(app, ({ config }) => (config?.isProbe === true ? [] : ['TOO_MANY_REQUESTS']))
  app.addHook('onRequest', (request, _reply, done) => {
    let refusal: Error | undefined
    try {
      if (isCounted(request)) limits.countCall(request.ip)
      if (isAnonymous(request)) limits.countAnonymousCall(request.ip)
    } catch (error) {
      refusal = error as Error
    }
    done(refusal)
  })
}

const isCounted = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'OPTIONS' && routeOptions.config.isProbe !== true

/** An unknown path is cheap to reject, so it counts for the address only. */
function isAnonymous(request: FastifyRequest): boolean {
  const { hasOwnLimit = false, readsToken = false } = request.routeOptions.config
  if (!isCounted(request) || request.is404 || hasOwnLimit) return false
  return !(readsToken && sendsToken(request))
}
