import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keyring } from '../../secrets/keyring.js'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** An encrypted text, and the id of the secret that encrypted it. */
export type EncryptedAnswer = { kid: string; body: Uint8Array<ArrayBuffer> }

/**
 * Encrypts a text with both the service's secret and the client's own key: a copy of the database alone is
 * not enough to decrypt it.
 */
export function createAnswerCipher(keyring: Keyring) {
  const keyFor = (secret: string, clientKey: string) =>
    Buffer.from(hkdfSync('sha256', secret, clientKey, 'vitrine/idempotency', 32))

  return {
    encrypt: (text: string, clientKey: string): EncryptedAnswer => {
      const { kid, secret } = keyring.current
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyFor(secret, clientKey), nonce)
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return { kid, body: new Uint8Array(Buffer.concat(parts)) }
    },
    /**
     * @returns null if the secret that encrypted it is no longer known.
     * @throws if the client key differs, or the text was tampered with.
     */
    decrypt: (
      encrypted: { kid: string | null; body: Uint8Array },
      clientKey: string,
    ): string | null => {
      const secret = keyring.find(encrypted.kid)
      if (secret === null) return null
      const bytes = Buffer.from(encrypted.body)
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv(algorithm, keyFor(secret, clientKey), nonce)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const decrypted = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
      return Buffer.concat(decrypted).toString('utf8')
    },
  }
}

export type AnswerCipher = ReturnType<typeof createAnswerCipher>
