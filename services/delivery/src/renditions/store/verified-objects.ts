import { rm } from 'node:fs/promises'
import { mezzanineObject, type ObjectChecksums, originalObject } from '@vitrine/contracts'
import type { MezzanineName } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { RefusedObjects } from '../../refused-objects.js'
import type { StoredPicture } from '../image.js'

type VerifiedObjectsDeps = {
  store: Pick<ObjectStore, 'download'>
  checksums: Pick<ObjectChecksums, 'check'>
  refused: Pick<RefusedObjects, 'add'>
  /** Throws the error for an original that is not the uploaded one. */
  explainWrong: (picture: StoredPicture) => Promise<never>
}

/** Maximum size of a rendition or mezzanine, bytes. Larger objects are not written to the disk. */
const maxDerivedBytes = 256 * 1024 * 1024

/**
 * Downloads images from the bucket and verifies them. An attacker with write access to the bucket can
 * put anything there, so no byte is used before the whole object is checked: an original against the
 * SHA-256 of its upload, which the database has, and a derived image against a checksum that needs our
 * secret.
 */
export function createVerifiedObjects(deps: VerifiedObjectsDeps) {
  const { store, checksums, refused, explainWrong } = deps

  const derived = async (
    kind: 'rendition' | 'mezzanine',
    key: string,
    path: string,
    signal: AbortSignal,
  ): Promise<number | null> => {
    const found = await store.download(key, path, { signal, atMostBytes: maxDerivedBytes })
    if (found === null) return null
    const { sizeBytes, sha256, contentType, metadata } = found
    const verdict = checksums.check({ key, contentType, sha256 }, metadata)
    if (verdict === 'right') return sizeBytes
    await rm(path, { force: true })
    refused.add(verdict === 'unsigned' ? 'unsigned' : kind, key)
    return null
  }

  return {
    /**
     * @returns its size in bytes; null if the store does not have it.
     * @throws what `explainWrong` throws, and as `ObjectStore.download` does.
     */
    original: async (
      picture: StoredPicture,
      path: string,
      signal: AbortSignal,
    ): Promise<number | null> => {
      const { projectId, assetId, fileKey, sha256, sizeBytes: atMostBytes } = picture
      const key = originalObject(projectId, assetId, fileKey)
      const found = await store.download(key, path, { signal, atMostBytes })
      if (found === null) return null
      if (found.sha256 === sha256) return found.sizeBytes
      await rm(path, { force: true })
      return explainWrong(picture)
    },

    /** @returns its size in bytes; null if the store does not have it, or its checksum is wrong. */
    mezzanine: (
      { projectId, assetId, fileKey }: StoredPicture,
      name: MezzanineName,
      path: string,
      signal: AbortSignal,
    ) => derived('mezzanine', mezzanineObject(projectId, assetId, name, fileKey), path, signal),

    /** @returns as `mezzanine`. */
    rendition: (key: string, path: string, signal: AbortSignal) =>
      derived('rendition', key, path, signal),
  }
}

export type VerifiedObjects = ReturnType<typeof createVerifiedObjects>
