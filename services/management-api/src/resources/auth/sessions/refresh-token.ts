import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Keyring } from '../../../secrets/keyring.js'
import { sha256 } from '../../../secrets/sha256.js'

/**
 * Refresh tokens: opaque, not JWTs. The first token of a session is random, and each further one is derived
 * from its predecessor. So a spent token can be exchanged for the newest one although only hashes are
 * stored. Derivation requires the service's secret: a copy of the database, or a token, is not enough. The
 * id of the secret is stored with the spent token, so that every instance derives the same successor while
 * secrets are being replaced.
 */
export function createRefreshTokens({ keyring, lifetimeDays }: RefreshTokenOptions) {
  const tokenOf = (bytes: Buffer) => `rt_${bytes.toString('base64url')}`
  const derive = (token: string, secret: string): string => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'vitrine/refresh-token', 32))
    return tokenOf(createHmac('sha256', key).update(token).digest())
  }
  return {
    first: (): string => tokenOf(randomBytes(32)),
    /** The next token, and the id of the secret from which it was derived. */
    next: (token: string): { successor: string; kid: string } => {
      const { kid, secret } = keyring.current
      return { successor: derive(token, secret), kid }
    },
    /**
     * The successor of a spent token.
     *
     * @param kid as returned by `next`; null for a token of a release without such ids.
     * @returns null if that secret was removed.
     */
    successorOf: (token: string, kid: string | null): string | null => {
      const secret = keyring.find(kid)
      return secret === null ? null : derive(token, secret)
    },
    /** The row of a new token. */
    stored: (token: string) => ({
      tokenHash: sha256(token),
      expiresAt: new Date(Date.now() + lifetimeDays * 86_400_000),
    }),
  }
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>
type RefreshTokenOptions = { keyring: Keyring; lifetimeDays: number }
