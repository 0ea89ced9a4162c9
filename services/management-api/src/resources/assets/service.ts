import { randomUUID } from 'node:crypto'
import { assetObjects, originalObject, tags } from '@vitrine/contracts'
import type { Database, Queryable } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import { type ImageLimits, inspect } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import { discardUpload } from '../../jobs/discard-upload.js'
import { removeObjects } from '../../jobs/remove-objects.js'
import type { JobRunner } from '../../jobs/runner.js'
import { parseJsonObject } from '../../json-object.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { isUuid } from '../../uuid.js'
import { cleanFilename } from './filename.js'
import { assetRepository } from './repository.js'
import { type Asset, type AssetUpdate, maxMetadataBytes } from './schemas.js'
import type { Upload } from './upload.js'

type Deps = {
  database: Database
  store: ObjectStore
  changes: Changes
  jobs: JobRunner
  publicUrl: string
  imageLimits: ImageLimits
}

export function createAssetService(deps: Deps) {
  const { database, store, changes, jobs, publicUrl, imageLimits } = deps

  const withUrl = <Row extends { projectId: string; id: string }>(row: Row) => ({
    ...row,
    originalUrl: `${publicUrl}/api/v1/deliver/${row.projectId}/${row.id}`,
  })

  return {
    /**
     * Recognised by decoding it in full, then stored, then told of: a row never points at
     * nothing. An object whose row did not come to be is removed again, now or by a job.
     */
    create: async (tenant: ProjectTenant, upload: Upload): Promise<Asset> => {
      const { projectId } = tenant
      if (upload.folderId !== null) await requireFolder(database, projectId, upload.folderId)
      const image = await inspect(upload.path, imageLimits)
      const id = randomUUID()
      const discard = await discardUpload.schedule(database, projectId, id)
      try {
        const object = originalObject(projectId, id)
        await store.putFile(object, upload.path, upload.sizeBytes, image.contentType)
        return await changes.write(tenant, async (tx, { touch, audit }) => {
          const { filename, sizeBytes, sha256, folderId } = upload
          const { contentType, width, height, frameCount, hasAlpha } = image
          const file = { filename, sizeBytes, sha256, folderId }
          const seen = { contentType, width, height, frameCount, hasAlpha }
          const row = await assetRepository(tx).create(projectId, { id, ...file, ...seen })
          await discardUpload.cancel(tx, discard)
          touch(tags.asset(id))
          audit({ action: 'asset.create', resourceId: id, changes: difference(null, row, shown) })
          return withUrl(row)
        })
      } catch (error) {
        await jobs.runNow(discard)
        throw error
      }
    },

    get: async ({ projectId }: ProjectTenant, assetId: string): Promise<Asset> =>
      withUrl(found(await assetRepository(database).find(projectId, assetId))),

    list: async ({ projectId }: ProjectTenant, query: PageQuery) => {
      const [rows, total] = await assetRepository(database).list(projectId, query)
      return pageOf(rows.map(withUrl), total, query)
    },

    update: (
      tenant: ProjectTenant,
      assetId: string,
      { metadata, filename, tags: labels, ...rest }: AssetUpdate,
    ): Promise<Asset> =>
      changes.write(tenant, async (tx, { touch, audit }) => {
        const { projectId } = tenant
        if (typeof rest.folderId === 'string') await requireFolder(tx, projectId, rest.folderId)
        const before = found(await assetRepository(tx).lock(projectId, assetId))
        const after = await assetRepository(tx).update(projectId, assetId, {
          ...rest,
          ...(filename === undefined ? {} : { filename: cleanFilename(filename) }),
          ...(labels === undefined ? {} : { tags: uniqueTags(labels) }),
          ...(metadata === undefined
            ? {}
            : { metadata: parseJsonObject('metadata', metadata, maxMetadataBytes) }),
        })
        touch(tags.asset(assetId))
        const changed = difference(before, after, described)
        if (Object.keys(changed).length > 0) {
          audit({ action: 'asset.update', resourceId: assetId, changes: changed })
        }
        return withUrl(after)
      }),

    /** When this resolves no delivery instance serves the asset or a widget that still lists it. */
    delete: async (tenant: ProjectTenant, assetId: string): Promise<void> => {
      const { projectId } = tenant
      const job = await changes.write(tenant, async (tx, { touch, audit }) => {
        const before = found(await assetRepository(tx).lock(projectId, assetId))
        await assetRepository(tx).delete(projectId, assetId)
        touch(tags.asset(assetId))
        audit({
          action: 'asset.delete',
          resourceId: assetId,
          changes: difference(before, null, shown),
        })
        return removeObjects.schedule(tx, assetObjects(projectId, assetId))
      })
      await jobs.runNow(job)
    },
  }
}

export type AssetService = ReturnType<typeof createAssetService>

/** What the audit log tells of a change, and of an asset that came or went. */
const described = ['filename', 'altText', 'tags', 'metadata', 'folderId'] as const
const shown = [...described, 'contentType', 'sizeBytes', 'width', 'height'] as const

const absent = () => new AppError('ASSET_NOT_FOUND', 'There is no such asset.')

function found<Row>(row: Row | null): Row {
  if (row === null) throw absent()
  return row
}

/** Postgres has no half surrogate pairs, and the way to it fails on one in a list. */
const uniqueTags = (labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => label.toWellFormed())),
]

async function requireFolder(db: Queryable, projectId: string, folderId: string): Promise<void> {
  if (isUuid(folderId) && (await assetRepository(db).hasFolder(projectId, folderId))) return
  const message = 'must be a folder of this project'
  throw new AppError('UNKNOWN_FOLDER', `folderId ${message}`, {
    details: [{ field: 'folderId', message }],
  })
}
