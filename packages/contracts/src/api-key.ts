import { prefixedSecrets } from './prefixed-secret.js'

const keys = prefixedSecrets('pk_')

export type ApiKey = {
  /** The whole key: shown once, never stored. */
  key: string
  /** Its first 11 characters, to identify it by. */
  keyPrefix: string
  /** The stored form: its SHA-256, 32 bytes. */
  keyHash: Uint8Array<ArrayBuffer>
}

/** A new key: `pk_`, 32 random base62 characters (190 bits), 6 of checksum. */
export function createApiKey(): ApiKey {
  const { secret, shownPrefix, hash } = keys.create()
  return { key: secret, keyPrefix: shownPrefix, keyHash: hash }
}

/** Whether this is a well-formed key: format and checksum. It may still be unknown. */
export const isWellFormedApiKey = keys.isWellFormed

/** SHA-256 of the whole key, 32 bytes. */
export const hashApiKey = keys.hash
