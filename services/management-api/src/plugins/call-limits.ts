import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { CallLimits } from '../limits/call-limits.js'
import { sendsToken } from './authentication.js'

/**
 * Counts each call by its address, before anything else is done, and each call without an access token.
 * Calls with a token are counted where it is verified. Probes are not counted, nor are preflights, which
 * a browser sends for another call. Register it before the routes.
 */
export function limitCalls(app: App, limits: CallLimits): void {
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

/** A call to an address that does not exist costs no more than a refusal. It counts for the address alone. */
function isAnonymous(request: FastifyRequest): boolean {
  const { hasOwnLimit = false, readsToken = false } = request.routeOptions.config
  if (!isCounted(request) || request.is404 || hasOwnLimit) return false
  return !(readsToken && sendsToken(request))
}
