import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 32
const checksumLength = 6
const prefixLength = 11
const shape = new RegExp(`^pk_[0-9A-Za-z]{${secretLength + checksumLength}}$`)

export type ApiKey = {
  /** The whole key: shown once, never stored. */
  key: string
  /** Its first 11 characters, to recognise it by. */
  keyPrefix: string
  /** Its SHA-256, 32 bytes: what is stored. 190 random bits need no slow hash. */
  keyHash: Uint8Array<ArrayBuffer>
}

/** A new key: `pk_`, 32 random base62 characters (190 bits), 6 of checksum. */
export function createApiKey(): ApiKey {
  let secret = ''
  for (let i = 0; i < secretLength; i += 1) secret += alphabet[randomInt(alphabet.length)]
  const key = `pk_${secret}${checksum(secret)}`
  return { key, keyPrefix: key.slice(0, prefixLength), keyHash: hashApiKey(key) }
}

/**
 * Whether this could be a key at all: shape and checksum. A mistyped key is refused here without
 * a look-up, and a secret scanner can tell a key from a look-alike. It proves nothing else.
 */
export function isWellFormedApiKey(key: string): boolean {
  if (!shape.test(key)) return false
  const secret = key.slice(3, 3 + secretLength)
  return key.slice(3 + secretLength) === checksum(secret)
}

/** SHA-256 of the whole key, 32 bytes. */
export function hashApiKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(key).digest())
}

/** CRC-32 of the secret in base62, zero-padded: 62^6 exceeds 2^32. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let i = 0; i < checksumLength; i += 1) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
