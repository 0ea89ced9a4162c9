import type { Reader } from '@vitrine/coherence'
import {
  hashApiKey,
  isFromAllowedOrigin,
  isWellFormedApiKey,
  type OriginHeaders,
} from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { apiKeyRepository, type KnownKey } from './repository.js'
import type { Usage } from './usage.js'

type Deps = {
  database: Database
  reader: Reader
  usage: Usage
  /** The database's clock: a key expires on every replica at once. */
  nowMs: () => number
}

export function createApiKeyService({ database, reader, usage, nowMs }: Deps) {
  const keys = apiKeyRepository(database)
  return {
    /**
     * Whose key this is.
     *
     * @throws AppError API_KEY_INVALID for a key that is missing, mistyped (refused without a
     *   look-up), unknown, expired or revoked: the caller can't tell which. ORIGIN_NOT_ALLOWED
     *   for a key that is good, on a page that it isn't for.
     */
    identify: async (sent: string | undefined, from: OriginHeaders): Promise<KnownKey> => {
      if (sent === undefined || sent === '') {
        throw invalid('This call needs an API key: the header X-API-Key, or api_key in the query.')
      }
      if (!isWellFormedApiKey(sent)) throw invalid('The API key is not valid.')
      const hash = hashApiKey(sent)
      const key = await reader.read(`api-key:${Buffer.from(hash).toString('hex')}`, () =>
        keys.findByHash(hash),
      )
      if (key === null || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs())) {
        throw invalid('The API key is not valid.')
      }
      if (key.allowedOrigins.length > 0 && !isFromAllowedOrigin(key.allowedOrigins, from)) {
        throw new AppError('ORIGIN_NOT_ALLOWED', 'This API key is not for this origin.')
      }
      usage.used(key.id)
      return key
    },
  }
}

const invalid = (message: string) => new AppError('API_KEY_INVALID', message)

export type ApiKeyService = ReturnType<typeof createApiKeyService>
