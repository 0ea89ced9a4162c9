import { randomUUID } from 'node:crypto'
import { assetObjects, originalObject, tags } from '@vitrine/contracts'
import type { Database, Queryable } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import { type ImageLimits, inspect } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { Changes } from '../../changes.js'
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
     * nothing. The object of an upload whose row could not be written is removed again.
     */
    create: async ({ projectId }: ProjectTenant, upload: Upload): Promise<Asset> => {
      if (upload.folderId !== null) await requireFolder(database, projectId, upload.folderId)
      const image = await inspect(upload.path, imageLimits)
      const id = randomUUID()
      const object = originalObject(projectId, id)
      await store.putFile(object, upload.path, upload.sizeBytes, image.contentType)
      try {
        return await changes.write(async (tx, touch) => {
          const { filename, sizeBytes, sha256, folderId } = upload
          const { contentType, width, height, frameCount, hasAlpha } = image
          const file = { filename, sizeBytes, sha256, folderId }
          const seen = { contentType, width, height, frameCount, hasAlpha }
          const row = await assetRepository(tx).create(projectId, { id, ...file, ...seen })
          touch(tags.asset(id))
          return withUrl(row)
        })
      } catch (error) {
        await store.removePrefix(assetObjects(projectId, id))
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
      { projectId }: ProjectTenant,
      assetId: string,
      { metadata, filename, tags: labels, ...rest }: AssetUpdate,
    ): Promise<Asset> =>
      changes.write(async (tx, touch) => {
        if (typeof rest.folderId === 'string') await requireFolder(tx, projectId, rest.folderId)
        const row = await assetRepository(tx).update(projectId, assetId, {
          ...rest,
          ...(filename === undefined ? {} : { filename: cleanFilename(filename) }),
          ...(labels === undefined ? {} : { tags: uniqueTags(labels) }),
          ...(metadata === undefined
            ? {}
            : { metadata: parseJsonObject('metadata', metadata, maxMetadataBytes) }),
        })
        touch(tags.asset(assetId))
        return withUrl(found(row))
      }),

    /** When this resolves no delivery instance serves the asset or a widget that still lists it. */
    delete: async ({ projectId }: ProjectTenant, assetId: string): Promise<void> => {
      const job = await changes.write(async (tx, touch) => {
        if (!(await assetRepository(tx).delete(projectId, assetId))) throw absent()
        touch(tags.asset(assetId))
        return removeObjects.schedule(tx, assetObjects(projectId, assetId))
      })
      await jobs.runNow(job)
    },
  }
}

export type AssetService = ReturnType<typeof createAssetService>

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
