import { randomUUID } from 'node:crypto'
import { assetObjects } from '@vitrine/contracts'
import type { ScopedDatabase } from '@vitrine/database'
import { type PageQuery, pageOf } from '@vitrine/http'
import type { ImageProcesses } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { difference } from '../../changes/audited-action.js'
import type { Changes } from '../../changes/changes.js'
import { parseJsonObject } from '../../fields/json-object.js'
import type { JobRunner } from '../../jobs/queue/runner.js'
import { discardUpload } from '../../jobs/removal/discard-upload.js'
import { removeObjects } from '../../jobs/removal/remove-objects.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import type { SignedObjects } from '../../storage/signed-objects.js'
import type { Budgets } from '../usage/budgets.js'
import { createBulk } from './bulk.js'
import { assetListRepository } from './list/repository.js'
import { assetRepository } from './repository.js'
import { described, found, requireFolder, shown, uniqueTags } from './rules.js'
import { type Asset, type AssetQuery, type AssetUpdate, maxMetadataBytes } from './schemas.js'
import { cleanFilename } from './upload/filename.js'
import type { UploadQueue } from './upload/queue.js'
import { directoryBeside, storePicture } from './upload/store-picture.js'
import type { Upload } from './upload/upload.js'

type Deps = {
  database: ScopedDatabase
  store: ObjectStore
  objects: SignedObjects
  changes: Changes
  jobs: JobRunner
  publicUrl: string
  budgets: Budgets
  images: ImageProcesses
  uploadQueue: UploadQueue
}

export function createAssetService(deps: Deps) {
  const { database, store, objects, changes, jobs, budgets, publicUrl, images, uploadQueue } = deps

  const withUrl = <Row extends { projectId: string; id: string }>(row: Row) => ({
    ...row,
    originalUrl: `${publicUrl}/api/v1/deliver/${row.projectId}/${row.id}`,
  })

  return {
    /** @throws AppError OVERLOADED when an upload would be refused now. */
    requireRoom: ({ organizationId }: ProjectTenant): void =>
      uploadQueue.requireRoom(organizationId),

    /**
     * Recognised by decoding it in full, which gives the smaller copies too, then stored, then told
     * of: a row never points at nothing. Objects whose row did not come to be are removed again, now
     * or by a job.
     *
     * @param signal aborted when the client leaves: until the file is decoded, that ends it.
     * @throws AppError OVERLOADED, QUOTA_EXCEEDED
     */
    create: async (tenant: ProjectTenant, upload: Upload, signal: AbortSignal): Promise<Asset> => {
      const { organizationId, projectId } = tenant
      const { folderId = null, ...fields } = upload.fields
      const taken = { assets: 1, storedBytes: upload.sizeBytes }
      // First: it says so if the author is no member any more and therefore sees no folder.
      await budgets.requireRoom(tenant, taken)
      const db = database.forActor(tenant)
      if (folderId !== null) await requireFolder(db, projectId, folderId)
      await using directory = await directoryBeside(upload)
      const ingest = () => images.ingest(upload.path, directory.path)
      const picture = await uploadQueue.run(organizationId, ingest, signal)
      signal.throwIfAborted()
      const id = randomUUID()
      const discard = await discardUpload.schedule(db, projectId, id)
      try {
        await storePicture({ store, objects }, { projectId, id }, upload, picture)
        return await changes.write(tenant, async (tx, { audit }) => {
          const { filename, sizeBytes, sha256 } = upload
          const { contentType, width, height, frameCount, hasAlpha } = picture.source
          const file = { filename, sizeBytes, sha256, folderId }
          const seen = { contentType, width, height, frameCount, hasAlpha }
          const row = await assetRepository(tx).create(projectId, {
            id,
            ...file,
            ...seen,
            ...stored(fields),
          })
          await budgets.requireWithin(tx, organizationId, taken)
          await discardUpload.cancel(tx, discard)
          audit({ action: 'asset.create', resourceId: id, changes: difference(null, row, shown) })
          return withUrl(row)
        })
      } catch (error) {
        await jobs.runBriefly([discard])
        throw error
      }
    },

    get: async (tenant: ProjectTenant, assetId: string): Promise<Asset> => {
      const assets = assetRepository(database.forActor(tenant))
      return withUrl(found(await assets.find(tenant.projectId, assetId)))
    },

    list: async (tenant: ProjectTenant, query: AssetQuery) => {
      const { projectId } = tenant
      return database.forActor(tenant).transaction(async (tx) => {
        const { ids, total } = await assetListRepository(tx).findPage(projectId, query)
        const rows = await assetRepository(tx).findMany(projectId, ids)
        return pageOf(rows.map(withUrl), total, query)
      })
    },

    /** The widgets that show it. */
    usage: async (tenant: ProjectTenant, assetId: string, query: PageQuery) => {
      const { projectId } = tenant
      return database.forActor(tenant).transaction(async (tx) => {
        const assets = assetRepository(tx)
        found(await assets.find(projectId, assetId))
        const [widgets, total] = await assets.listWidgets(projectId, assetId, query)
        return pageOf(widgets, total, query)
      })
    },

    update: (
      tenant: ProjectTenant,
      assetId: string,
      { filename, ...fields }: AssetUpdate,
    ): Promise<Asset> =>
      changes.write(tenant, async (tx, { audit }) => {
        const { projectId } = tenant
        const { folderId } = fields
        if (typeof folderId === 'string') await requireFolder(tx, projectId, folderId)
        const before = found(await assetRepository(tx).lock(projectId, assetId))
        const after = await assetRepository(tx).update(projectId, assetId, {
          ...stored(fields),
          ...(filename === undefined ? {} : { filename: cleanFilename(filename) }),
        })
        const changed = difference(before, after, described)
        if (Object.keys(changed).length > 0) {
          audit({ action: 'asset.update', resourceId: assetId, changes: changed })
        }
        return withUrl(after)
      }),

    /**
     * When this resolves no delivery instance serves the asset or a widget that still lists it. The
     * job goes on removing its objects if the store is slow.
     */
    delete: async (tenant: ProjectTenant, assetId: string): Promise<void> => {
      const { projectId } = tenant
      const job = await changes.write(tenant, async (tx, { audit }) => {
        const before = found(await assetRepository(tx).lock(projectId, assetId))
        await assetRepository(tx).delete(projectId, assetId)
        audit({
          action: 'asset.delete',
          resourceId: assetId,
          changes: difference(before, null, shown),
        })
        return removeObjects.schedule(tx, assetObjects(projectId, assetId))
      })
      await jobs.runBriefly([job])
    },

    bulk: createBulk({ changes, jobs }),
  }
}

export type AssetService = ReturnType<typeof createAssetService>

/** Fields as they are stored: tags without repetition, metadata as an object. */
function stored<Fields extends Pick<AssetUpdate, 'tags' | 'metadata'>>({
  tags,
  metadata,
  ...rest
}: Fields) {
  return {
    ...rest,
    ...(tags && { tags: uniqueTags(tags) }),
    ...(metadata !== undefined && {
      metadata: parseJsonObject('metadata', metadata, maxMetadataBytes),
    }),
  }
}
