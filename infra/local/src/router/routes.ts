/** The component that serves a path of the public address. */
export type Route =
  | 'delivery'
  | 'management-api'
  | 'home'
  | 'docs'
  | 'site'
  | 'health'
  | 'readiness'
  | 'none'

const exact: ReadonlyMap<string, Route> = new Map([
  ['/', 'home'],
  ['/api', 'docs'],
  ['/api/', 'docs'],
  ['/api/v1', 'docs'],
  ['/api/v1/', 'docs'],
  ['/demo', 'site'],
  ['/demo/', 'site'],
  ['/healthz', 'health'],
  ['/readyz', 'readiness'],
  ['/api/v1/readyz', 'readiness'],
])

/** The first matching prefix wins. */
const prefixes: readonly (readonly [string, Route])[] = [
  ['/api/v1/', 'delivery'],
  ['/embed', 'delivery'],
  ['/api/', 'management-api'],
  ['/console', 'management-api'],
]

/** `target` is the raw request target including the query; nothing is decoded. */
export function findRoute(target: string): Route {
  const path = pathOf(target)
  const known = exact.get(path)
  if (known !== undefined) return known
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'none'
}

export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? ''
}
