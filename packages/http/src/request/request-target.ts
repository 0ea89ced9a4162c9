/**
 * The path of a request's target, without the query, which may hold an API key. The target may be a
 * whole URL: what clients send to proxies, servers have to take as well (RFC 9112, 3.2.2).
 */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path === '' && target !== '' ? '/' : path
}
