/** A request, as it is put on the wire. */
export type Request = {
  /** GET if left out. */
  method?: string
  target: string
  /** In this order; a name may come more than once. */
  fields?: readonly (readonly [name: string, value: string])[]
  content?: string
  /** 1.1 if left out. */
  version?: string
}

/** Nothing is checked, escaped or added but the Host that HTTP/1.1 asks for. */
export function messageOf(request: Request): string {
  const { method = 'GET', target, fields = [], content = '', version = '1.1' } = request
  const hasHost = fields.some(([name]) => name.toLowerCase() === 'host')
  const host = hasHost || version === '1.0' ? [] : [['Host', 'vitrine.test'] as const]
  const lines = [...host, ...fields].map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${content}`
}
