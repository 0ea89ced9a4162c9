import { randomBytes } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { ImageProcesses, Ingested } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { difference } from '../../../changes/audited-action.js'
import type { ProjectTenant } from '../../../changes/author.js'
import type { Budgets } from '../../../changes/budgets.js'
import type { Change, Changes } from '../../../changes/changes.js'
import type { JobRunner } from '../../../queue/runner.js'
import { removeObjects } from '../../../removal/remove-objects.js'
import { prepareAsset } from '../../../renditions/prepare-asset.js'
import type { SignedObjects } from '../../../storage/signed-objects.js'
import { type AssetRow, assetRepository } from '../repository.js'
import { auditedFile, requireFound } from '../rules.js'
import type { Asset, ReplacementFields } from '../schemas.js'
import { discardFile, discardUpload } from './discard.js'
import { fileColumns } from './file-columns.js'
import type { UploadQueue } from './queue.js'
import type { Received } from './receive.js'
import { directoryBeside, storePicture } from './store-picture.js'

type Deps = {
  database: ScopedDatabase
  store: Pick<ObjectStore, 'putFile'>
  objects: Pick<SignedObjects, 'prepare'>
  changes: Pick<Changes, 'write'>
  jobs: Pick<JobRunner, 'runBriefly' | 'wakeBackground'>
  budgets: Budgets
  images: Pick<ImageProcesses, 'ingest'>
  uploadQueue: UploadQueue
  /** The asset in the answer: see `createUploads`. */
  answerOf: (row: AssetRow) => Asset
}

type Replacement = Received<ReplacementFields>

/** A file whose objects are stored and announced. */
type StoredFile = { fileKey: string; picture: Ingested; discardJob: string }

/**
 * Replaces the file of an asset, whole or not at all. The new objects have keys of their own, so the row alone
 * decides which file the asset has: before its transaction commits, the former one, and then the new one. A
 * job removes the objects of the other.
 */
export function createReplacements(deps: Deps) {
  const { database, store, objects, jobs, budgets, images, uploadQueue } = deps

  const storeFile = async (
    tenant: ProjectTenant,
    { id, version }: Pick<AssetRow, 'id' | 'version'>,
    upload: Replacement,
    signal: AbortSignal,
    commit: (file: StoredFile) => Promise<Asset>,
  ): Promise<Asset> => {
    const { projectId } = tenant
    await using directory = await directoryBeside(upload)
    const ingest = () => images.ingest(upload.path, directory.path, { signal })
    const picture = await uploadQueue.run(tenant, ingest, signal)
    signal.throwIfAborted()

    const fileKey = `v${version + 1}-${randomBytes(8).toString('hex')}`
    const payload = { projectId, assetId: id, fileKey }
    const discardJob = await discardFile.schedule(database.forProject(tenant), payload)
    try {
      await storePicture({ store, objects }, { projectId, id, fileKey }, upload, picture)
      return await commit({ fileKey, picture, discardJob })
    } finally {
      // Removes the new objects unless the asset has them: then the job is cancelled.
      await jobs.runBriefly([discardJob])
    }
  }

  /**
   * When it resolves, no delivery instance serves bytes of the former file.
   *
   * @param signal as in `createUploads`.
   * @throws AppError ASSET_NOT_FOUND, OVERLOADED, QUOTA_EXCEEDED, UNSUPPORTED_IMAGE, IMAGE_TOO_LARGE
   */
  return async (
    tenant: ProjectTenant,
    assetId: string,
    upload: Replacement,
    signal: AbortSignal,
  ): Promise<Asset> => {
    // Reject early. The budget comes before a missing asset: it reports an author who is no longer a member.
    const assets = assetRepository(database.forProject(tenant))
    const asset = await assets.find(tenant.projectId, assetId)
    await budgets.requireRoom(tenant, growth(asset, upload))

    const commit = (file: StoredFile | null) => write(deps, tenant, assetId, upload, file)
    if (asset === null || isSameFile(asset, upload)) return commit(null)
    return storeFile(tenant, asset, upload, signal, commit)
  }
}

/** Commits the change of the row. @param file null if there was no such asset, or one with the same bytes. */
async function write(
  { changes, jobs, budgets, answerOf }: Deps,
  tenant: ProjectTenant,
  assetId: string,
  upload: Replacement,
  file: StoredFile | null,
): Promise<Asset> {
  let removals: string[] = []
  const answer = await changes.write(tenant, async (tx, { audit, matching }) => {
    const assets = assetRepository(tx)
    const before = matching(requireFound(await assets.lock(tenant.projectId, assetId)))
    if (isSameFile(before, upload)) {
      const after = await assets.update(tenant.projectId, assetId, upload.fields)
      const changed = difference(before, after, ['focalPoint'])
      if (after.version !== before.version) {
        audit({ action: 'asset.update', resourceId: assetId, changes: changed })
      }
      return answerOf(after)
    }
    if (file === null) throw replacedConcurrently()
    const after = await replaceRow(tx, before, upload, file, audit)
    const growing = growth(before, upload)
    if (growing.storedBytes) await budgets.requireWithin(tx, tenant.organizationId, growing)
    removals = await removeObjects.scheduleFile(tx, tenant.projectId, assetId, before.fileKey)
    return answerOf(after)
  })
  jobs.wakeBackground()
  await jobs.runBriefly(removals)
  return answer
}

async function replaceRow(
  tx: Transaction,
  before: AssetRow,
  upload: Replacement,
  { fileKey, picture, discardJob }: StoredFile,
  audit: Change['audit'],
): Promise<AssetRow> {
  const { projectId, id } = before
  const columns = { ...upload.fields, ...fileColumns(upload, picture), fileKey }
  const after = await assetRepository(tx).replaceFile(projectId, id, columns)
  await discardUpload.cancel(tx, discardJob)
  await prepareAsset.schedule(tx, { projectId, assetId: id })
  audit({
    action: 'asset.replace',
    resourceId: id,
    changes: {
      ...difference(before, after, ['version', 'focalPoint', ...auditedFile]),
      sha256: { from: hexOf(before.sha256), to: hexOf(after.sha256) },
    },
  })
  return after
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const isSameFile = (row: AssetRow, { sha256 }: Replacement): boolean =>
  Buffer.from(row.sha256).equals(sha256)

/** The use of budgets that it adds; nothing if the asset does not grow. */
function growth(row: AssetRow | null, { sizeBytes }: Replacement): { storedBytes?: number } {
  const storedBytes = row === null ? 0 : sizeBytes - row.sizeBytes
  return storedBytes > 0 ? { storedBytes } : {}
}

const replacedConcurrently = () =>
  new AppError('OVERLOADED', 'Another call has just replaced this file. Send yours again.', {
    retryAfterSeconds: 1,
  })
