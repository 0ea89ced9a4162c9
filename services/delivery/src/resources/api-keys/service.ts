import type { Reader } from '@vitrine/coherence'
import {
  hashApiKey,
  isFromAllowedOrigin,
  isWellFormedApiKey,
  type OriginHeaders,
} from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'
import type { RateLimits } from '../../rate-limits.js'
import { apiKeyRepository, type KnownKey } from './repository.js'
import type { Usage } from './usage.js'

type Deps = {
  sql: Sql
  reader: Reader
  usage: Usage
  limits: Pick<RateLimits, 'countKeyUse' | 'admitWarm'>
  /** The database's clock: a key expires on every replica at once. */
  nowMs: () => number
}

/** Keys in use at one time, of which the answer's name need not be made anew per request. */
const maxNames = 10_000

const nameOf = (hash: Uint8Array): string => `api-key:${Buffer.from(hash).toString('hex')}`

export function createApiKeyService({ sql, reader, usage, limits, nowMs }: Deps) {
  const keys = apiKeyRepository(sql)
  /** Under which name the reader keeps what is known of a key: for keys that were good once. */
  const names = new LRUCache<string, string>({ max: maxNames })

  const isGood = (key: KnownKey | null): key is KnownKey =>
    key !== null && (key.expiresAtMs === null || key.expiresAtMs > nowMs())

  const isFor = ({ allowedOrigins }: KnownKey, from: OriginHeaders): boolean =>
    allowedOrigins.length === 0 || isFromAllowedOrigin(allowedOrigins, from)

  return {
    /** As `identify`, if that is known at once, but not counted yet; null: ask `identify`. */
    identifyWarm: (sent: string, from: OriginHeaders): KnownKey | null => {
      const name = names.get(sent)
      const key = name === undefined ? undefined : reader.peek<KnownKey | null>(name)
      return key !== undefined && isGood(key) && isFor(key, from) ? key : null
    },
    /** Counts a use of what `identifyWarm` gave, from this address; false: go the usual way. */
    admitWarm: ({ id }: KnownKey, address: string): boolean => {
      const isAdmitted = limits.admitWarm(address, id)
      if (isAdmitted) usage.used(id)
      return isAdmitted
    },

    /**
     * Whose key this is.
     *
     * @throws AppError API_KEY_INVALID for a key that is missing, mistyped (refused without a
     *   look-up), unknown, expired or revoked: the caller can't tell which. ORIGIN_NOT_ALLOWED
     *   for a key that is good, on a page that it isn't for. TOO_MANY_REQUESTS.
     */
    identify: async (sent: string | undefined, from: OriginHeaders): Promise<KnownKey> => {
      if (sent === undefined || sent === '') {
        throw invalid('This call needs an API key: the header X-API-Key, or api_key in the query.')
      }
      if (!isWellFormedApiKey(sent)) throw invalid('The API key is not valid.')
      const hash = hashApiKey(sent)
      const name = nameOf(hash)
      const key = await reader.read(name, () => keys.findByHash(hash))
      if (!isGood(key)) throw invalid('The API key is not valid.')
      if (!isFor(key, from)) {
        throw new AppError('ORIGIN_NOT_ALLOWED', 'This API key is not for this origin.')
      }
      names.set(sent, name)
      limits.countKeyUse(key.id)
      usage.used(key.id)
      return key
    },
  }
}

const invalid = (message: string) => new AppError('API_KEY_INVALID', message)

export type ApiKeyService = ReturnType<typeof createApiKeyService>
