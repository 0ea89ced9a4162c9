/** Maximum number of origins per API key. */
export const maxAllowedOrigins = 20

/** The headers that contain the origin of a request's page. */
export type OriginHeaders = { origin?: string | undefined; referer?: string | undefined }

/**
 * Rejects paths, queries, credentials, brackets and percent signs, which parsers may interpret differently.
 */
const originShape = /^https?:\/\/[^\s\p{Cc}/\\?#@%*:[\]]+(?::\d{1,5})?$/iu

/**
 * A host name in URLs, after IDNA. URLs also permit characters such as `;` and quotes, which are rejected.
 */
const hostShape = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/

const wildcard = /^(https?:\/\/)\*\./i

/**
 * The normalized form of an allowed origin: `https://a.example`, `https://a.example:8443`, or
 * `https://*.a.example` for all subdomains of that host at any depth, without the host itself. Scheme and
 * host are in lower case, other scripts in punycode (as browsers send them), and the default port is left
 * out. `http` is accepted only for localhost: without TLS an attacker on the network could impersonate the
 * page.
 *
 * @returns null for anything else.
 */
export function allowedOrigin(text: string): string | null {
  const isWildcard = wildcard.test(text)
  const url = parseOrigin(isWildcard ? text.replace(wildcard, '$1') : text)
  if (url === null) return null
  if (url.protocol === 'http:' && (isWildcard || !isLocal(url.hostname))) return null
  // A wildcard below a top-level domain would match everyone, and IP addresses have no subdomains.
  if (isWildcard && (!url.hostname.includes('.') || /\.\d+$/.test(url.hostname))) return null
  return isWildcard ? `${url.protocol}//*.${url.host}` : url.origin
}

/**
 * Whether a request comes from one of these origins (in the form of `allowedOrigin`): by `Origin`, or by
 * `Referer` if there is no `Origin`. Requests without either, or from an opaque origin (`null`), do not.
 * This restricts pages of other sites, not programs, which can send any header.
 */
export function isFromAllowedOrigin(
  allowed: readonly string[],
  { origin, referer }: OriginHeaders,
): boolean {
  const url = origin === undefined ? parseReferer(referer) : parseOrigin(origin)
  return url !== null && allowed.some((pattern) => covers(pattern, url))
}

/** Compares parsed origins in full: `https://a.example.evil.com` is not `https://a.example`. */
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
