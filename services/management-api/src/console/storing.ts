import { createHash } from 'node:crypto'
import { consoleBuildObject, consoleFileObject, type ObjectChecksums } from '@vitrine/contracts'
import { createStoring, type ObjectStore } from '@vitrine/object-store'
import pLimit from 'p-limit'
import type { ConsoleFile } from './build.js'

type Deps = {
  files: ReadonlyMap<string, ConsoleFile>
  store: Pick<ObjectStore, 'get' | 'signUpload'>
  checksums: Pick<ObjectChecksums, 'isCurrent' | 'metadataOf'>
  warn: (error: unknown, message: string) => void
}

const uploadSeconds = 60
const callsAtOnce = 4
const listType = 'text/plain'

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Stores the hashed files of this build for replicas of other builds, before a page names them. They are never
 * removed. An object that is stored last says that the build is complete, so that a start reads one object and
 * not every file.
 */
export function createConsoleStoring({ files, store, checksums, warn }: Deps) {
  const storeObject = async (key: string, contentType: string, bytes: Buffer): Promise<void> => {
    const content = { key, contentType, sha256: sha256Of(bytes) }
    const upload = await store.signUpload(key, uploadSeconds)
    const metadata = checksums.metadataOf(content)
    // The path is only read without bytes.
    await upload({ ...content, path: key, bytes, sizeBytes: bytes.length, metadata })
  }

  const isStored = async (key: string, list: Buffer): Promise<boolean> => {
    const found = await store.get(key, { atMostBytes: list.length })
    const content = { key, contentType: listType, sha256: sha256Of(list) }
    return found?.bytes.equals(list) === true && checksums.isCurrent(content, found.metadata)
  }

  const storeBuild = async (): Promise<void> => {
    const hashed = [...files.values()].flatMap(({ path, type, bytes }) => {
      const key = consoleFileObject(path)
      return key === null ? [] : [{ key, type, bytes }]
    })
    const list = Buffer.from(hashed.map(({ key, bytes }) => `${key} ${sha256Of(bytes)}`).join('\n'))
    const buildKey = consoleBuildObject(sha256Of(list))
    if (await isStored(buildKey, list)) return
    const limit = pLimit(callsAtOnce)
    await Promise.all(
      hashed.map(({ key, type, bytes }) => limit(() => storeObject(key, type, bytes))),
    )
    await storeObject(buildKey, listType, list)
  }

  return createStoring(storeBuild, (error) =>
    warn(error, 'the files of the console are not stored yet'),
  )
}
