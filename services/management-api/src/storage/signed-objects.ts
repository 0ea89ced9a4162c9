import type { ObjectChecksums } from '@vitrine/contracts'
import type { Metrics } from '@vitrine/http'
import { type Downloaded, type ObjectStore, sha256Of } from '@vitrine/object-store'

type Line = (fields: Readonly<Record<string, string>>, message: string) => void
type File = { path: string; sizeBytes: number; contentType: string }
type ReadOptions = { signal: AbortSignal; atMostBytes?: number }

type Deps = {
  store: Pick<ObjectStore, 'download' | 'signUpload'>
  checksums: ObjectChecksums
  metrics: Metrics
  log: { error: Line }
}

/** Upper bound for derived objects, bytes. More is not written to the disk. */
const mostDerivedBytes = 256 * 1024 * 1024

/**
 * Images in the store. Anyone with write access to the bucket can replace objects, so each is verified when
 * it is read: derived objects have a checksum keyed with our secret, and the SHA-256 of the original is in
 * the database.
 */
export function createSignedObjects({ store, checksums, metrics, log }: Deps) {
  let refused = 0
  metrics.counter({
    name: 'store_objects_refused_total',
    help: 'Reads of objects whose bytes are not those that were stored under their keys.',
    read: () => refused,
  })

  const readIf = async (
    isRight: (found: Downloaded) => boolean,
    key: string,
    path: string,
    options: ReadOptions,
  ): Promise<boolean> => {
    const found = await store.download(key, path, options)
    if (found === null || isRight(found)) return found !== null
    refused += 1
    log.error({ object: key }, 'an object of the bucket is not the one that was stored')
    return false
  }

  return {
    /**
     * Signs uploads of derived files in advance.
     *
     * @returns a function that stores a file. See `ObjectStore.signUpload`.
     */
    prepare: async (key: string, goodForSeconds: number) => {
      const upload = await store.signUpload(key, goodForSeconds)
      return async (file: File): Promise<void> => {
        const sha256 = await sha256Of(file.path)
        const { contentType } = file
        const metadata = checksums.metadataOf({ key, contentType, sha256 })
        await upload({ ...file, sha256, metadata })
      }
    },

    /** Copies a derived object into a file. @returns whether it exists with a valid checksum. */
    readDerived: (key: string, path: string, signal: AbortSignal): Promise<boolean> =>
      readIf(
        ({ contentType, sha256, metadata }) =>
          checksums.check({ key, contentType, sha256 }, metadata) === 'right',
        key,
        path,
        { signal, atMostBytes: mostDerivedBytes },
      ),

    /** Copies an original into a file. @returns whether it exists with the uploaded bytes. */
    readOriginal: (
      key: string,
      path: string,
      { sha256, sizeBytes }: { sha256: string; sizeBytes: number },
      signal: AbortSignal,
    ): Promise<boolean> =>
      readIf((found) => found.sha256 === sha256, key, path, { signal, atMostBytes: sizeBytes }),
  }
}

export type SignedObjects = ReturnType<typeof createSignedObjects>
