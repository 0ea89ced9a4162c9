import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type FileKey, mezzanineObject, originalObject } from '@vitrine/contracts'
import type { Ingested } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { SignedObjects } from '../../../storage/signed-objects.js'
import type { ReceivedFile } from './receive.js'

type Stores = { store: Pick<ObjectStore, 'putFile'>; objects: Pick<SignedObjects, 'prepare'> }

/** Validity of a signed upload, which is used at once. */
const uploadSeconds = 60

/** A directory beside the upload. Disposing removes it with its files. */
export async function directoryBeside({
  path,
}: Pick<ReceivedFile, 'path'>): Promise<AsyncDisposable & { path: string }> {
  const directory = await mkdtemp(`${path}-`)
  const dispose = () => rm(directory, { recursive: true, force: true })
  return { path: directory, [Symbol.asyncDispose]: dispose }
}

/**
 * Stores the original, byte for byte, and the smaller copies for rendering. If a copy is missing,
 * renditions are rendered from the original, which takes longer.
 */
export async function storePicture(
  { store, objects }: Stores,
  { projectId, id, fileKey = null }: { projectId: string; id: string; fileKey?: FileKey },
  upload: ReceivedFile,
  { source, mezzanines }: Ingested,
): Promise<void> {
  const original = originalObject(projectId, id, fileKey)
  const { path, sizeBytes } = upload
  // The hash of the received bytes. The store rejects the file if a byte on this disk has changed since.
  const sha256 = Buffer.from(upload.sha256).toString('hex')
  await store.putFile(original, path, sizeBytes, source.contentType, sha256)
  for (const { name, path, contentType } of mezzanines) {
    const { size } = await stat(path)
    const put = await objects.prepare(mezzanineObject(projectId, id, name, fileKey), uploadSeconds)
    await put({ path, sizeBytes: size, contentType })
  }
}
