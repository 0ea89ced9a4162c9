import type { App } from '@vitrine/http'
import type { RateLimits } from '../../rate-limits.js'

/**
 * Counts each request of this scope by its address, before anything else is known of it: one that
 * is refused reads no body, looks nothing up, and costs as little as an error can. Whose address
 * that is, in front of which proxies, is Fastify's `trustProxy`.
 */
export function limitByAddress(scope: App, limits: RateLimits): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    let refusal: Error | undefined
    try {
      limits.countRequest(request.ip)
    } catch (error) {
      refusal = error as Error
    }
    done(refusal)
  })
}
