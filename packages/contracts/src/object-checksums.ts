import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** An object as it must be: its key, and the SHA-256 of its bytes in hex. */
export type ObjectContent = { key: string; contentType: string; sha256: string }

/**
 * Of an object that was read: `right`, `wrong`, or `unsigned`, which has no checksum, or one by a secret
 * that is none of ours.
 */
export type ChecksumVerdict = 'right' | 'wrong' | 'unsigned'

const keyBytes = 32
const idBytes = 6
/** Of the object's metadata. */
const metadataName = 'vitrine-checksum'

/**
 * Keyed checksums of the objects that we make from originals, stored as metadata of each. Without the
 * secret nobody can make one for other bytes, another type or another key, so an object with the right
 * one was stored by us, there.
 *
 * @param secrets the first signs, each is accepted: so one can be replaced while objects signed with it
 *   are in use.
 */
export function createObjectChecksums(secrets: readonly string[]) {
  const keys = secrets.map(deriveKey)
  const [current] = keys
  if (current === undefined) throw new Error('object checksums need a secret')

  const check = (
    content: ObjectContent,
    metadata: Readonly<Record<string, string>>,
  ): ChecksumVerdict => {
    const [id, stored = ''] = (metadata[metadataName] ?? '').split('.', 2)
    const key = keys.find((known) => known.id === id)
    if (key === undefined) return 'unsigned'
    const [own, theirs] = [macOf(key, content), Buffer.from(stored, 'base64url')]
    const isRight = own.length === theirs.length && timingSafeEqual(own, theirs)
    return isRight ? 'right' : 'wrong'
  }

  return {
    /** The metadata to store with the object. */
    metadataOf: (content: ObjectContent): Record<string, string> => ({
      [metadataName]: `${current.id}.${macOf(current, content).toString('base64url')}`,
    }),

    /** Whether the metadata has the checksum by the first secret. */
    isCurrent: (content: ObjectContent, metadata: Readonly<Record<string, string>>): boolean =>
      metadata[metadataName]?.startsWith(`${current.id}.`) === true &&
      check(content, metadata) === 'right',

    check,
  }
}

export type ObjectChecksums = ReturnType<typeof createObjectChecksums>

type Key = { id: string; secret: Buffer }

/** The id tells keys apart and nothing of the secret. */
function deriveKey(secret: string): Key {
  const bytes = Buffer.from(
    hkdfSync('sha256', secret, '', 'vitrine object checksum', keyBytes + idBytes),
  )
  return { id: bytes.subarray(keyBytes).toString('base64url'), secret: bytes.subarray(0, keyBytes) }
}

/** Neither a key nor a type has a line feed, so no two contents have the same text. */
const macOf = ({ secret }: Key, { key, contentType, sha256 }: ObjectContent): Buffer =>
  createHmac('sha256', secret).update([key, contentType, sha256].join('\n')).digest()
