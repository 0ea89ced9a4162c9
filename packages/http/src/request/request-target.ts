/**
 * The path of a request's target, without the query, which may contain an API key. The target may be an
 * absolute URL, as clients send to proxies: servers must accept it (RFC 9112, 3.2.2).
 */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path === '' && target !== '' ? '/' : path
}
