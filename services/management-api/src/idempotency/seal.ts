import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals a text so that it takes both the service's secret and the client's own key to open it:
 * a copy of the database alone opens nothing.
 */
export function createSeal(secret: string) {
  const keyFor = (clientKey: string) =>
    Buffer.from(hkdfSync('sha256', secret, clientKey, 'vitrine/idempotency', 32))

  return {
    seal: (text: string, clientKey: string): Uint8Array<ArrayBuffer> => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyFor(clientKey), nonce)
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return new Uint8Array(Buffer.concat(sealed))
    },
    /** @throws when it was sealed otherwise or was tampered with. */
    open: (sealed: Uint8Array, clientKey: string): string => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(algorithm, keyFor(clientKey), bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const opened = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
      return Buffer.concat(opened).toString('utf8')
    },
  }
}

export type Seal = ReturnType<typeof createSeal>
