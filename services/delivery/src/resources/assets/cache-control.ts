const maxAgeSeconds = 365 * 24 * 3600

/** The bytes under one address never change. */
export const foreverCached = `public, max-age=${maxAgeSeconds}, immutable`

/** A preset may change, and the salient point may still be determined: caches must not show the former crop then. */
export const revalidated = 'public, no-cache'

/** No cache keeps the picture beyond its expiry. */
export const cachedFor = (leftMs: number): string =>
  `public, max-age=${Math.min(Math.floor(leftMs / 1000), maxAgeSeconds)}, must-revalidate`
