import type { Reader } from '@vitrine/coherence'
import { type SigningKeyCipher, signingKeyNumber } from '@vitrine/contracts'
import type { ImageRules, ImageRulesRepository } from './repository.js'

type Deps = {
  repository: ImageRulesRepository
  reader: Pick<Reader, 'read'>
  cipher: Pick<SigningKeyCipher, 'decrypt'>
}

export function createImageRules({ repository, reader, cipher }: Deps) {
  /** Secrets are decrypted once per version of the rules; Redis has them encrypted. */
  const opened = new WeakMap<ImageRules, Map<number, string | null>>()

  return {
    /** The rules of a project, from memory if they are there. */
    read: async (projectId: string): Promise<ImageRules> =>
      reader.read(`image-rules:${projectId}`, () => repository.find(projectId)),

    /** @returns null unless the project has a key with this id. */
    secretOf: (projectId: string, rules: ImageRules, keyId: string): string | null => {
      const key = rules.signingKeys.find(({ number }) => number === signingKeyNumber(keyId))
      if (key === undefined) return null
      const secrets = opened.get(rules) ?? new Map<number, string | null>()
      opened.set(rules, secrets)
      const { number, encryptedHex } = key
      const known = secrets.get(number)
      if (known !== undefined) return known
      const secret = cipher.decrypt(Buffer.from(encryptedHex, 'hex'), { projectId, number })
      secrets.set(number, secret)
      return secret
    },
  }
}

export type ImageRulesService = ReturnType<typeof createImageRules>
