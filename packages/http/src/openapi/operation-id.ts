const verbs = new Map<string, string>(
  Object.entries({
    GET: 'get',
    HEAD: 'head',
    POST: 'create',
    PUT: 'update',
    PATCH: 'update',
    DELETE: 'delete',
  }),
)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Converts a part such as `openapi.json` or `api-keys` to camel case. */
const camelCase = (part: string): string =>
  part
    .split(/[^A-Za-z0-9]+/)
    .map((word, index) => (index === 0 ? word : capitalized(word)))
    .join('')

const singular = (noun: string): string =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')

/** Actions at the end of a path. They apply to the resource or the collection before them. */
const actions = new Set(['accept', 'bulk', 'duplicate', 'login', 'logout', 'lookup', 'publish'])
for (const action of ['refresh', 'register', 'rotate', 'unpublish', 'verify']) actions.add(action)

/**
 * The name of an operation in generated clients: `listAssets`, `getAsset`, `publishWidget`. It is derived
 * from the method and the path, so every route has one.
 *
 * @param url the path with its parameters as `:name`.
 */
export function operationIdOf(method: string, url: string): string {
  const parts = url.split('/').filter((part) => part !== '')
  const named = parts.filter((part) => !/^(?:api|v\d+|:.*)$/.test(part)).map(camelCase)
  const last = named.at(-1) ?? 'root'
  const before = named.at(-2)
  const isOfOne = parts.at(-1)?.startsWith(':') === true
  if (actions.has(last)) {
    const isOne = parts.at(-2)?.startsWith(':') === true || last === 'accept'
    const thing = before === 'auth' || before === undefined ? '' : isOne ? singular(before) : before
    return `${last}${capitalized(thing)}`
  }
  if (isOfOne) return `${verbs.get(method)}${capitalized(singular(last))}`
  // Health is reported at the root and below the prefix that a router forwards.
  if (/^(?:health|ready)z$/.test(last))
    return `get${parts.length > 1 ? 'Api' : ''}${capitalized(last)}`
  const isPlural = last.endsWith('s') && last !== 'status'
  if (method === 'GET' && isPlural) return `list${capitalized(last)}`
  const owner = parts.at(-2)?.startsWith(':') === true && !isPlural ? singular(before ?? '') : ''
  const noun = isPlural ? singular(last) : last
  return `${verbs.get(method)}${capitalized(owner)}${capitalized(noun)}`
}
