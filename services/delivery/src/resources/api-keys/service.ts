import type { Reader } from '@vitrine/coherence'
import {
  hashApiKey,
  isFromAllowedOrigin,
  isWellFormedApiKey,
  type OriginHeaders,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Sql } from '@vitrine/database/sql'
import { LRUCache } from 'lru-cache'
import type { RateLimits } from '../../rate-limits.js'
import { apiKeyRepository, type KnownKey } from './repository.js'
import type { Usage } from './usage.js'

type Deps = {
  sql: Sql
  reader: Pick<Reader, 'read'>
  usage: Usage
  limits: Pick<RateLimits, 'chargeKeyUse'>
  /** The clock of the database, so that a key expires on every replica at the same time. */
  nowMs: () => number
}

/** Maximum number of keys whose hash is cached. */
const maxHashes = 10_000

/** The hash of a key in hexadecimal, and the name under which the reader caches the key. */
type HashedKey = { hash: string; name: string }

function hashed(sent: string): HashedKey {
  const hash = Buffer.from(hashApiKey(sent)).toString('hex')
  return { hash, name: `api-key:${hash}` }
}

export function createApiKeyService({ sql, reader, usage, limits, nowMs }: Deps) {
  const keys = apiKeyRepository(sql)
  /** The hashes of valid keys. */
  const hashes = new LRUCache<string, HashedKey>({ max: maxHashes })

  const isValid = (key: KnownKey | null): key is KnownKey =>
    key !== null && (key.expiresAtMs === null || key.expiresAtMs > nowMs())

  const isAllowedFrom = ({ allowedOrigins }: KnownKey, from: OriginHeaders): boolean =>
    allowedOrigins.length === 0 || isFromAllowedOrigin(allowedOrigins, from)

  return {
    /**
     * Identifies an API key and charges its rate limit.
     *
     * @throws AppError API_KEY_INVALID for a key that is missing, malformed (rejected without a lookup),
     *   unknown, expired or revoked: the caller cannot tell which. ORIGIN_NOT_ALLOWED for a valid key on a
     *   page that may not use it. TOO_MANY_REQUESTS.
     * @param isOwnFrame whether one of our embed pages sent it. Its own origin need not be among the allowed ones.
     */
    identify: async (
      sent: string | undefined,
      from: OriginHeaders,
      isOwnFrame: (key: KnownKey) => boolean = () => false,
    ): Promise<KnownKey> => {
      if (sent === undefined || sent === '') {
        throw invalid('This call needs an API key: the header X-API-Key, or api_key in the query.')
      }
      const validKey = hashes.get(sent)
      if (validKey === undefined && !isWellFormedApiKey(sent)) {
        throw invalid('The API key is not valid.')
      }
      const hashedKey = validKey ?? hashed(sent)
      const { name, hash } = hashedKey
      const key = await reader.read(name, () => keys.findByHash(hashApiKey(sent)))
      if (!isValid(key)) throw invalid('The API key is not valid.')
      if (!isAllowedFrom(key, from) && !isOwnFrame(key)) {
        throw new AppError('ORIGIN_NOT_ALLOWED', 'This API key is not for this origin.')
      }
      hashes.set(sent, hashedKey)
      limits.chargeKeyUse(key.id)
      usage.used(hash)
      return key
    },
  }
}

const invalid = (message: string) => new AppError('API_KEY_INVALID', message)

export type ApiKeyService = ReturnType<typeof createApiKeyService>
