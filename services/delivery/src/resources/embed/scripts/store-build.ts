import type { ObjectChecksums } from '@vitrine/contracts'
import { createStoring, type ObjectStore } from '@vitrine/object-store'
import pLimit from 'p-limit'
import type { ScriptFile } from './build.js'
import { typeOf } from './prepare-script.js'

type Deps = {
  build: readonly ScriptFile[]
  store: Pick<ObjectStore, 'get' | 'signUpload'>
  checksums: Pick<ObjectChecksums, 'isCurrent' | 'metadataOf'>
  warn: (error: unknown, message: string) => void
}

const uploadSeconds = 60
const callsAtOnce = 4

/**
 * Stores the scripts of this build for replicas of other builds, before a page names them. They are never removed.
 * Without the store a replica serves its own scripts.
 */
export function createScriptStoring({ build, store, checksums, warn }: Deps) {
  const storeFile = async ({ path, bytes, sha256, file, object }: ScriptFile): Promise<void> => {
    if (object === null) return
    const contentType = typeOf(path)
    const content = { key: object, contentType, sha256 }
    const known = await store.get(object, { atMostBytes: bytes.length })
    const isStored =
      known !== null &&
      known.contentType === contentType &&
      known.bytes.equals(bytes) &&
      checksums.isCurrent(content, known.metadata)
    if (isStored) return
    const upload = await store.signUpload(object, uploadSeconds)
    const metadata = checksums.metadataOf(content)
    await upload({ path: file, sizeBytes: bytes.length, contentType, sha256, metadata })
  }

  /** Stores files that are missing, were changed, or have a checksum by an older secret. */
  const storeBuild = async (): Promise<void> => {
    const limit = pLimit(callsAtOnce)
    await Promise.all(build.map((file) => limit(() => storeFile(file))))
  }

  return createStoring(storeBuild, (error) =>
    warn(error, 'the scripts of the embed are not stored yet'),
  )
}
