import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The expected content of an object: its key, type, and the SHA-256 of its bytes in hex. */
type ObjectContent = { key: string; contentType: string; sha256: string }

/** The result for an object that was read. `unsigned`: it has no checksum, or one by an unknown secret. */
type ChecksumVerdict = 'right' | 'wrong' | 'unsigned'

const keyBytes = 32
const idBytes = 6
const metadataName = 'vitrine-checksum'

/**
 * Keyed checksums of derived objects, stored in the metadata of each. Without the secret, no valid checksum
 * can be computed for other bytes, another type or another key. So an object with a valid checksum was
 * stored by this service under this key.
 *
 * @param secrets the first one signs, and all are accepted, so that a secret can be replaced while objects
 *   signed with it are in use.
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

/** The id identifies the key and does not reveal the secret. */
function deriveKey(secret: string): Key {
  const bytes = Buffer.from(
    hkdfSync('sha256', secret, '', 'vitrine object checksum', keyBytes + idBytes),
  )
  return { id: bytes.subarray(keyBytes).toString('base64url'), secret: bytes.subarray(0, keyBytes) }
}

/** Neither a key nor a type has a line feed, so no two contents have the same text. */
const macOf = ({ secret }: Key, { key, contentType, sha256 }: ObjectContent): Buffer =>
  createHmac('sha256', secret).update([key, contentType, sha256].join('\n')).digest()
