import type { Transaction } from '@vitrine/database'
import { sha256 } from '../../../secrets/sha256.js'
import { type Client, deviceOf } from '../client.js'
import type { RefreshTokens } from './refresh-token.js'
import { type FoundToken, rotationRepository } from './repository.js'

/** How a presented refresh token is handled (RFC 9700, section 4.14.2). */
export function fateOf(token: FoundToken | null): 'refuse' | 'rotate' | 'replay' | 'revoke' {
  if (token === null || token.isRevoked) return 'refuse'
  // Within 10 s: two tabs used it, or the answer was lost. Later: it was stolen.
  if (token.isSpent) return token.isReplayable ? 'replay' : 'revoke'
  return token.isExpired ? 'refuse' : 'rotate'
}

export const sessionClientOf = ({ address, userAgent }: Client) => ({
  address,
  device: deviceOf(userAgent),
})

/** Spends a token. @returns its successor. */
export async function rotate(
  tx: Transaction,
  tokens: RefreshTokens,
  token: string,
  found: FoundToken,
  client: Client,
): Promise<string> {
  const { successor, kid } = tokens.next(token)
  const stored = tokens.stored(successor)
  await rotationRepository(tx).spend(found, sessionClientOf(client), stored, kid)
  return successor
}

/**
 * The session's newest token, found by following the chain from a spent one; null if a secret in the
 * chain was removed within these 10 s. The session stays valid.
 */
export async function newestAfter(
  tx: Transaction,
  tokens: RefreshTokens,
  spent: string,
  found: FoundToken,
): Promise<string | null> {
  const recent = await rotationRepository(tx).listRecent(found)
  const byHash = new Map(recent.map((row) => [hexOf(row.tokenHash), row]))
  let token: string | null = spent
  let kid = found.successorKid
  for (let step = 0; token !== null && step < recent.length; step++) {
    token = tokens.successorOf(token, kid)
    const row = token === null ? undefined : byHash.get(hexOf(sha256(token)))
    if (row === undefined) return null
    if (!row.isSpent) return token
    kid = row.successorKid
  }
  return null
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
