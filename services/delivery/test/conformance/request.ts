/** A request as sent over the connection. */
export type Request = {
  /** Defaults to GET. */
  method?: string
  target: string
  /** In this order. A name may occur more than once. */
  fields?: readonly (readonly [name: string, value: string])[]
  content?: string
  /** Defaults to 1.1. */
  version?: string
}

/** Nothing is checked, escaped or added, except for the Host that HTTP/1.1 requires. */
export function messageOf(request: Request): string {
  const { method = 'GET', target, fields = [], content = '', version = '1.1' } = request
  const hasHost = fields.some(([name]) => name.toLowerCase() === 'host')
  const host = hasHost || version === '1.0' ? [] : [['Host', 'vitrine.test'] as const]
  const lines = [...host, ...fields].map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${content}`
}
