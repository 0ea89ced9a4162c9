/** At most this many origins may be named by one API key. */
export const maxAllowedOrigins = 20

/** Scheme, host and port of a request's page, as its headers tell them. */
export type OriginHeaders = { origin?: string | undefined; referer?: string | undefined }

/** No path, query, credentials, brackets, percent signs: nothing that a parser reads its own way. */
const originShape = /^https?:\/\/[^\s\p{Cc}/\\?#@%*:[\]]+(?::\d{1,5})?$/iu

/** A host's name as URLs have it, after IDNA. URLs permit more, as `;` and quotes, that no host has. */
const hostShape = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/

const wildcard = /^(https?:\/\/)\*\./i

/**
 * An origin that a key may name, in the one form that is stored: `https://a.example`,
 * `https://a.example:8443`, or `https://*.a.example` for whatever lies below that host, any number
 * of labels deep, but not for the host itself. Scheme and host come back in lower case, other
 * scripts as punycode (browsers send it so), the scheme's own port left out. `http` is for
 * localhost alone: anyone on the way could pretend to be a page without TLS.
 *
 * @returns null for anything else.
 */
export function allowedOrigin(text: string): string | null {
  const isWildcard = wildcard.test(text)
  const url = parseOrigin(isWildcard ? text.replace(wildcard, '$1') : text)
  if (url === null) return null
  if (url.protocol === 'http:' && (isWildcard || !isLocal(url.hostname))) return null
  // Below "com" is everyone; an address of numbers has nothing below it.
  if (isWildcard && (!url.hostname.includes('.') || /\.\d+$/.test(url.hostname))) return null
  return isWildcard ? `${url.protocol}//*.${url.host}` : url.origin
}

/**
 * Whether a request comes from one of these origins (in the form of `allowedOrigin`): by `Origin`,
 * or by `Referer` where there is no `Origin`. Without either, or from an opaque origin (`null`), no.
 * It keeps other sites' pages out, not programs, which send what they like.
 */
export function isFromAllowedOrigin(
  allowed: readonly string[],
  { origin, referer }: OriginHeaders,
): boolean {
  const url = origin === undefined ? parseReferer(referer) : parseOrigin(origin)
  return url !== null && allowed.some((pattern) => covers(pattern, url))
}

/** Compared as parsed, whole: `https://a.example.evil.com` only begins like `https://a.example`. */
function covers(pattern: string, url: URL): boolean {
  if (!wildcard.test(pattern)) return pattern === url.origin
  const { protocol, hostname, port } = new URL(pattern.replace(wildcard, '$1'))
  if (url.protocol !== protocol || url.port !== port) return false
  return url.hostname.endsWith(`.${hostname}`)
}

function parseOrigin(text: string): URL | null {
  if (!originShape.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return hostShape.test(url.hostname) ? url : null
}

function parseReferer(text: string | undefined): URL | null {
  if (text === undefined || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && hostShape.test(url.hostname) ? url : null
}

const isLocal = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1'
