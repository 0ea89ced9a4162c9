import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Only this is stored. The token has 256 bits: a plain hash is enough. */
export const hashOf = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

/**
 * Refresh tokens: opaque, no JWTs. A session's first one is random, each further one follows from
 * the one that it replaces: so a spent token can be answered once more with the very same
 * successor, though only hashes are stored. Who has the database, or a token, has no next one:
 * that takes the service's secret.
 */
export function createRefreshTokens({ secret, lifetimeDays }: RefreshTokenOptions) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vitrine/refresh-token', 32))
  const tokenOf = (bytes: Buffer) => `rt_${bytes.toString('base64url')}`
  return {
    first: (): string => tokenOf(randomBytes(32)),
    successorOf: (token: string): string =>
      tokenOf(createHmac('sha256', key).update(token).digest()),
    /** What is stored of a token that is handed out now. */
    stored: (token: string) => ({
      tokenHash: hashOf(token),
      expiresAt: new Date(Date.now() + lifetimeDays * 86_400_000),
    }),
  }
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>
export type RefreshTokenOptions = { secret: string; lifetimeDays: number }
