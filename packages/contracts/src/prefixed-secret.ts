import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 32
const checksumLength = 6
/** Characters after the prefix that are shown to identify a secret. */
const shownLength = 8

type PrefixedSecret = {
  /** The whole secret: shown once, never stored. */
  secret: string
  /** Its beginning, to identify it by. */
  shownPrefix: string
  /** The stored form: its SHA-256, 32 bytes. 190 random bits need no slow hash. */
  hash: Uint8Array<ArrayBuffer>
}

/**
 * Secrets of one kind: a prefix, 32 random base62 characters (190 bits), 6 of checksum.
 *
 * @param prefix with its underscore, such as `pk_`.
 */
export function prefixedSecrets(prefix: string) {
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

  /** SHA-256 of the whole secret, 32 bytes. */
  const hash = (secret: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(createHash('sha256').update(secret).digest())

  return {
    create: (): PrefixedSecret => {
      let random = ''
      for (let i = 0; i < secretLength; i += 1) random += alphabet[randomInt(alphabet.length)]
      const secret = `${prefix}${random}${checksum(random)}`
      const shownPrefix = secret.slice(0, prefix.length + shownLength)
      return { secret, shownPrefix, hash: hash(secret) }
    },

    /**
     * Whether this is a well-formed secret of this kind: format and checksum. So a mistyped one is rejected
     * without a look-up, and a secret scanner has few false positives. It may still be unknown.
     */
    isWellFormed: (text: string): boolean => {
      if (!shape.test(text)) return false
      const end = prefix.length + secretLength
      return text.slice(end) === checksum(text.slice(prefix.length, end))
    },

    hash,
  }
}

/** CRC-32 of the random part in base62, zero-padded: 62^6 exceeds 2^32. */
function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < checksumLength; i += 1) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
