import { mkdtemp, rm, stat } from 'node:fs/promises'
import { mezzanineObject, originalObject } from '@vitrine/contracts'
import type { Ingested } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { SignedObjects } from '../../../storage/signed-objects.js'
import type { Upload } from './receive.js'

type Stores = { store: Pick<ObjectStore, 'putFile'>; objects: Pick<SignedObjects, 'prepare'> }

/** How long a permission lasts that is used at once. */
const uploadSeconds = 60

/** Beside the upload, and gone with all that is in it when it is disposed of. */
export async function directoryBeside({
  path,
}: Upload): Promise<AsyncDisposable & { path: string }> {
  const directory = await mkdtemp(`${path}-`)
  const dispose = () => rm(directory, { recursive: true, force: true })
  return { path: directory, [Symbol.asyncDispose]: dispose }
}

/**
 * Puts the original, just as it was sent, and the smaller copies that renditions are made from into
 * the store. A copy that is missing costs time, never a rendition.
 */
export async function storePicture(
  { store, objects }: Stores,
  { projectId, id }: { projectId: string; id: string },
  upload: Upload,
  { source, mezzanines }: Ingested,
): Promise<void> {
  const original = originalObject(projectId, id)
  const { path, sizeBytes } = upload
  // The hash of the received bytes: the store refuses a byte that changed on this disk since.
  const sha256 = Buffer.from(upload.sha256).toString('hex')
  await store.putFile(original, path, sizeBytes, source.contentType, sha256)
  for (const { name, path, contentType } of mezzanines) {
    const { size } = await stat(path)
    const put = await objects.prepare(mezzanineObject(projectId, id, name), uploadSeconds)
    await put({ path, sizeBytes: size, contentType })
  }
}
