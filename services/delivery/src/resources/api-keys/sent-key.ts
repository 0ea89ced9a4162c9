import type { AnswerRequest } from '@vitrine/http'
import Type from 'typebox'

/** Unknown: a key that is given twice is an invalid key, 401, and not an invalid query. */
export const apiKeyInQuery = Type.Optional(Type.Unknown())

type Request = Pick<AnswerRequest<unknown, { api_key?: unknown }>, 'headers' | 'query'>

/** The API key of a request. The header counts if there are both. */
export function sentKeyOf({ headers, query }: Request): string | undefined {
  const key = headers['x-api-key'] ?? query.api_key
  return key === undefined ? undefined : String(key)
}
