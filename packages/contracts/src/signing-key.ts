import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { prefixedSecrets } from './prefixed-secret.js'

const secrets = prefixedSecrets('vsk_')

/** A new secret for signing image addresses: `vsk_`, 32 random base62 characters, 6 of checksum. */
export const createSigningSecret = (): string => secrets.create().secret

/** The id of a project's n-th signing key, as signatures begin with it. */
export const signingKeyId = (number: number): string => `k${number}`

export const signingKeyIdPattern = '^k[1-9][0-9]{0,8}$'

/** @returns the number of a key, or null for anything but the id of one. */
export const signingKeyNumber = (id: string): number | null =>
  new RegExp(signingKeyIdPattern).test(id) ? Number(id.slice(1)) : null

type Owner = { projectId: string; number: number }

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const idBytes = 6
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts signing secrets for the database, by secrets that both services have and the database has not. An
 * encrypted secret is bound to its project and number: moved to another row, it cannot be decrypted.
 *
 * @param given The first one encrypts, and all decrypt.
 */
export function createSigningKeyCipher(given: readonly string[]) {
  const keys = given.map(deriveKey)
  const [current] = keys
  if (current === undefined) throw new Error('signing keys need a secret')

  return {
    encrypt: (secret: string, owner: Owner): Uint8Array<ArrayBuffer> => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current.key, nonce).setAAD(bound(owner))
      const body = [cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return new Uint8Array(Buffer.concat([current.id, nonce, ...body]))
    },

    /** @returns null if none of the secrets has encrypted it for this owner. */
    decrypt: (encrypted: Uint8Array, owner: Owner): string | null => {
      const bytes = Buffer.from(encrypted)
      const key = keys.find(({ id }) => id.equals(bytes.subarray(0, idBytes)))
      if (key === undefined || bytes.length < idBytes + nonceBytes + tagBytes) return null
      const rest = bytes.subarray(idBytes)
      const decipher = createDecipheriv(algorithm, key.key, rest.subarray(0, nonceBytes))
      decipher.setAAD(bound(owner)).setAuthTag(rest.subarray(-tagBytes))
      try {
        const decrypted = [decipher.update(rest.subarray(nonceBytes, -tagBytes)), decipher.final()]
        return Buffer.concat(decrypted).toString('utf8')
      } catch {
        return null
      }
    },

    /** The first bytes of every text that `encrypt` returns. */
    prefix: new Uint8Array(current.id),
  }
}

export type SigningKeyCipher = ReturnType<typeof createSigningKeyCipher>

const bound = ({ projectId, number }: Owner): Buffer => Buffer.from(`${projectId}\n${number}`)

/** The id identifies the key and does not reveal the secret. */
function deriveKey(secret: string): { id: Buffer; key: Buffer } {
  const size = keyBytes + idBytes
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'vitrine signing key', size))
  return { id: bytes.subarray(keyBytes), key: bytes.subarray(0, keyBytes) }
}
