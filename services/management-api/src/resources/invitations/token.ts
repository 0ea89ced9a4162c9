import { createHash, randomBytes } from 'node:crypto'

const lifetimeDays = 7

/** The stored form of an invitation's token. */
export const hashInvitationToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest())

/** 256 random bits, shown once. */
export function createInvitationToken() {
  const token = `inv_${randomBytes(32).toString('base64url')}`
  return {
    token,
    stored: {
      tokenHash: hashInvitationToken(token),
      expiresAt: new Date(Date.now() + lifetimeDays * 86_400_000),
    },
  }
}
