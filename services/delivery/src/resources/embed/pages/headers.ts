/**
 * A directive that gives a page an origin of its own: no script in it can use the cookies of PUBLIC_URL, where
 * people log in. Links still open in new tabs, which are not restricted, and pictures can be downloaded.
 */
export const sandbox =
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads'

export const pageType = 'text/html; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'

/** Allows cross-origin isolated pages to show it in a frame. */
export const anyOrigin = { 'cross-origin-resource-policy': 'cross-origin' }

/** The header fields that a 200 and a 304 of a stylesheet have in common. */
export const styleHeaders = {
  ...anyOrigin,
  'cache-control': 'private, no-cache',
  // A key may be restricted to origins, and a frame is identified by its Referer.
  vary: 'X-API-Key, Origin, Referer, Accept-Encoding',
}

/** Those of a page. */
export const pageHeaders = (policy: string) => ({
  ...styleHeaders,
  'content-security-policy': policy,
})
