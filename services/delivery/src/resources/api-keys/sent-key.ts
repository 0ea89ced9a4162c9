import type { IncomingHttpHeaders } from 'node:http'
import Type from 'typebox'

/** Unknown, because a key that is sent twice is an invalid key (401), not an invalid query. */
export const apiKeyInQuery = Type.Optional(Type.Unknown())

type Request = { headers: IncomingHttpHeaders; query: { api_key?: unknown } }

/** The API key of a request. The header takes precedence over the query. */
export function sentKeyOf({ headers, query }: Request): string | undefined {
  const key = headers['x-api-key'] ?? query.api_key
  return key === undefined ? undefined : String(key)
}
