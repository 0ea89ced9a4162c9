import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectChecksums } from '@vitrine/contracts'
import type { ObjectStore } from '@vitrine/object-store'
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

/** How long a start waits for the store, and the time between attempts, ms. */
const withinMs = 2000
const againMs = 2000

/** Stores the scripts of this build for replicas of other builds. They are never removed. */
export function createScriptStoring({ build, store, checksums, warn }: Deps) {
  const stopped = new AbortController()
  /** Ends early when the app stops. */
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)

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

  const untilStored = async (): Promise<void> => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        return await storeBuild()
      } catch (error) {
        if (attempt === 1) warn(error, 'the scripts of the embed are not stored yet')
        await pause(againMs)
      }
    }
  }

  return {
    /**
     * Resolves when the scripts are stored, so that no page names a script before every replica can serve
     * it. After 2 s it resolves anyway and continues in the background: without the store, a replica serves
     * its own scripts.
     */
    start: async (): Promise<void> => {
      await Promise.race([untilStored(), pause(withinMs)])
    },
    stop: (): void => stopped.abort(),
  }
}
