import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: opaque, no JWT. Only its SHA-256 is stored. */
export function createRefreshToken(lifetimeDays: number) {
  const token = `rt_${randomBytes(32).toString('base64url')}`
  return {
    token,
    stored: {
      tokenHash: new Uint8Array(createHash('sha256').update(token).digest()),
      expiresAt: new Date(Date.now() + lifetimeDays * 86_400_000),
    },
  }
}
