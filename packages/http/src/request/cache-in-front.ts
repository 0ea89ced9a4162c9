import type { IncomingHttpHeaders } from 'node:http'

/** Fields that a shared cache adds to what it forwards: RFC 8586, Cloudflare, Fastly, Varnish, CloudFront. */
const ownFields = ['cdn-loop', 'cf-ray', 'fastly-ff', 'x-varnish', 'x-amz-cf-id'] as const
/** Names of caches in `Via`, to which routers without a cache add theirs, too. */
const namesInVia = /varnish|cloudfront|akamai|bunny|squid|trafficserver/i

/**
 * Names the field by which a request tells that a shared cache has forwarded it; null if none does. A cache may add nothing, and a
 * client any field, so this is a hint for people and decides nothing.
 */
export function cacheInFront(headers: IncomingHttpHeaders): string | null {
  for (const name of ownFields) if (headers[name] !== undefined) return name
  return headers.via !== undefined && namesInVia.test(headers.via) ? 'via' : null
}
