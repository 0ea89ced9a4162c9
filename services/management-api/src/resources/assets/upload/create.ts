import { randomUUID } from 'node:crypto'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { ImageProcesses, Ingested } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { difference } from '../../../changes/audited-action.js'
import type { ProjectTenant } from '../../../changes/author.js'
import type { Budgets } from '../../../changes/budgets.js'
import type { Changes } from '../../../changes/changes.js'
import type { JobRunner } from '../../../queue/runner.js'
import type { SignedObjects } from '../../../storage/signed-objects.js'
import { type AssetRow, assetRepository } from '../repository.js'
import { audited, requireFolders, toColumns } from '../rules.js'
import type { Asset, UploadFields } from '../schemas.js'
import { discardUpload } from './discard.js'
import { fileColumns } from './file-columns.js'
import type { UploadQueue } from './queue.js'
import type { Received, ReceivedFile } from './receive.js'
import { directoryBeside, storePicture } from './store-picture.js'

type Upload = Received<UploadFields>

type Deps = {
  database: ScopedDatabase
  store: Pick<ObjectStore, 'putFile'>
  objects: Pick<SignedObjects, 'prepare'>
  changes: Pick<Changes, 'write'>
  jobs: Pick<JobRunner, 'runBriefly'>
  budgets: Budgets
  images: Pick<ImageProcesses, 'ingest'>
  uploadQueue: UploadQueue
  /** The asset in the answer. Computed in the transaction, since the answer is stored for repeated calls. */
  answerOf: (row: AssetRow) => Asset
}

export function createUploads(deps: Deps) {
  const { database, store, objects, changes, jobs, budgets, images, uploadQueue, answerOf } = deps

  /**
   * @param signal aborted when the client disconnects: the upload ends then, unless its objects are already
   *   being stored.
   * @throws AppError OVERLOADED, QUOTA_EXCEEDED, UNKNOWN_FOLDER, UNSUPPORTED_IMAGE, IMAGE_TOO_LARGE,
   *   IMAGE_TOO_COSTLY
   */
  return async (tenant: ProjectTenant, upload: Upload, signal: AbortSignal): Promise<Asset> => {
    const { organizationId, projectId } = tenant
    const { folderId } = upload.fields
    const db = database.forProject(tenant)

    // Reject early. The budget comes first: it reports an author who is no longer a member and therefore
    // sees no folder.
    await budgets.requireRoom(tenant, costOf(upload))
    if (folderId != null) await requireFolders(db, projectId, [folderId])

    // Decode the whole file, which validates it and produces the smaller copies.
    await using directory = await directoryBeside(upload)
    const ingest = () => images.ingest(upload.path, directory.path, { signal })
    const picture = await uploadQueue.run(tenant, ingest, signal)
    signal.throwIfAborted()

    // Announce the objects, so that a job removes them if this process dies before the row exists.
    const id = randomUUID()
    const discardJob = await discardUpload.schedule(db, projectId, id)

    try {
      // Store the objects, then create the row: a row never refers to an object that is missing.
      await storePicture({ store, objects }, { projectId, id }, upload, picture)
      return await changes.write(tenant, async (tx, { audit }) => {
        const row = await createRow(tx, { projectId, id }, upload, picture)
        await budgets.requireWithin(tx, organizationId, costOf(upload))
        await discardUpload.cancel(tx, discardJob)
        audit({ action: 'asset.create', resourceId: id, changes: difference(null, row, audited) })
        return answerOf(row)
      })
    } catch (error) {
      // Remove the objects now if there is no row. If there is one, the job does nothing.
      await jobs.runBriefly([discardJob])
      throw error
    }
  }
}

const costOf = ({ sizeBytes }: ReceivedFile) => ({ assets: 1, storedBytes: sizeBytes })

function createRow(
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
  { fields, ...file }: Upload,
  picture: Ingested,
): Promise<AssetRow> {
  const { folderId = null, ...described } = fields
  return assetRepository(tx).create(projectId, {
    id,
    filename: file.filename,
    folderId,
    ...fileColumns(file, picture),
    tags: [],
    ...toColumns(described),
  })
}
