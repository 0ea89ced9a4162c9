import { type AssetSignatures, assetObjects } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import type { ImageProcesses } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Changes } from '../../changes/changes.js'
import type { JobRunner } from '../../queue/runner.js'
import { removeObjects } from '../../removal/remove-objects.js'
import type { SignedObjects } from '../../storage/signed-objects.js'
import type { History } from '../history/history.js'
import { requireWidget } from '../widgets/repository.js'
import { createAssetAnswer } from './answer.js'
import { Bulk } from './bulk/bulk.js'
import { deleteAssets, isWatermark, watermarkInUse } from './deletion.js'
import { assetListRepository } from './list-repository.js'
import { type AssetRow, assetRepository } from './repository.js'
import {
  auditedTexts,
  requireConsistent,
  requireFolders,
  requireFound,
  toColumns,
} from './rules.js'
import type { Asset, AssetCounts, AssetQuery, AssetUpdate, FoundAssets } from './schemas.js'
import { createUploads } from './upload/create.js'
import { cleanFilename } from './upload/filename.js'
import type { UploadQueue } from './upload/queue.js'
import { createReplacements } from './upload/replace.js'

type Deps = {
  database: ScopedDatabase
  store: ObjectStore
  objects: SignedObjects
  changes: Changes
  jobs: JobRunner
  publicUrl: string
  signatures: AssetSignatures
  budgets: Budgets
  history: History
  images: ImageProcesses
  uploadQueue: UploadQueue
}

export class AssetService {
  /** See `createUploads`. When it resolves, the asset and its objects are stored. */
  readonly create: ReturnType<typeof createUploads>
  /** See `createReplacements`. */
  readonly replace: ReturnType<typeof createReplacements>
  readonly bulk: Bulk
  readonly #deps: Deps
  readonly #shownAs: (row: AssetRow) => Asset

  constructor(deps: Deps) {
    this.#deps = deps
    this.#shownAs = createAssetAnswer(deps)
    this.create = createUploads({ ...deps, answerOf: this.#shownAs })
    this.replace = createReplacements({ ...deps, answerOf: this.#shownAs })
    this.bulk = new Bulk(deps)
  }

  /** @throws AppError OVERLOADED if an upload would be rejected now. */
  requireRoom(tenant: ProjectTenant): void {
    this.#deps.uploadQueue.requireRoom(tenant)
  }

  async get(tenant: ProjectTenant, assetId: string): Promise<Asset> {
    const assets = assetRepository(this.#deps.database.forProject(tenant))
    return this.#shownAs(requireFound(await assets.find(tenant.projectId, assetId)))
  }

  async list(tenant: ProjectTenant, query: AssetQuery) {
    const { projectId } = tenant
    return this.#read(tenant, async (tx) => {
      const page = await assetListRepository(tx).findPage(projectId, query)
      const ids = page.content.map(({ id }) => id)
      const rows = await assetRepository(tx).findMany(projectId, ids)
      return { ...page, content: rows.map(this.#shownAs) }
    })
  }

  /** In the order of the widget's list, with repetitions. @throws AppError WIDGET_NOT_FOUND */
  async ofWidget(tenant: ProjectTenant, widgetId: string): Promise<Asset[]> {
    const { projectId } = tenant
    return this.#read(tenant, async (tx) => {
      const { assetIds } = await requireWidget(tx, projectId, widgetId)
      return (await assetRepository(tx).findMany(projectId, assetIds)).map(this.#shownAs)
    })
  }

  async counts(tenant: ProjectTenant): Promise<AssetCounts> {
    const { projectId } = tenant
    return this.#read(tenant, (tx) => assetListRepository(tx).counts(projectId))
  }

  /** The assets with these bytes, in the order of the hashes. */
  lookUp(tenant: ProjectTenant, hashes: readonly string[]): Promise<FoundAssets> {
    const db = this.#deps.database.forProject(tenant)
    return assetListRepository(db).findByHash(tenant.projectId, hashes)
  }

  /** The widgets that show it. */
  async usage(tenant: ProjectTenant, assetId: string, query: PageQuery) {
    const { projectId } = tenant
    return this.#read(tenant, async (tx) => {
      requireFound(await assetRepository(tx).find(projectId, assetId))
      return assetRepository(tx).listWidgets(projectId, assetId, query)
    })
  }

  async listHistory(tenant: ProjectTenant, assetId: string, query: PageQuery) {
    const { database, history } = this.#deps
    await this.get(tenant, assetId)
    const subject = { type: 'asset', id: assetId } as const
    return history.list(database.forProject(tenant), tenant, subject, query)
  }

  update(
    tenant: ProjectTenant,
    assetId: string,
    { filename, ...fields }: AssetUpdate,
  ): Promise<Asset> {
    return this.#deps.changes.write(tenant, async (tx, { audit, matching }) => {
      const { projectId } = tenant
      const { folderId } = fields
      const before = matching(requireFound(await assetRepository(tx).lock(projectId, assetId)))
      if (typeof folderId === 'string') await requireFolders(tx, projectId, [folderId])
      requireConsistent({ ...before, ...fields })
      const after = await assetRepository(tx).update(projectId, assetId, {
        ...toColumns(fields),
        ...(filename === undefined ? {} : { filename: cleanFilename(filename) }),
      })
      const changed = difference(before, after, auditedTexts)
      if (Object.keys(changed).length > 0) {
        audit({ action: 'asset.update', resourceId: assetId, changes: changed })
      }
      return this.#shownAs(after)
    })
  }

  /**
   * When this resolves, no delivery instance serves the asset, or a widget that still lists it. If the
   * store is slow, the removal of the objects continues in a job.
   *
   * @throws AppError ASSET_NOT_FOUND, ASSET_IN_USE for the watermark of the project.
   */
  async delete(tenant: ProjectTenant, assetId: string): Promise<void> {
    const { changes, jobs } = this.#deps
    const { projectId } = tenant
    const job = await changes.write(tenant, async (tx, change) => {
      const before = change.matching(
        requireFound(await assetRepository(tx).lock(projectId, assetId)),
      )
      if (isWatermark(before)) throw new AppError('ASSET_IN_USE', watermarkInUse)
      await deleteAssets(tx, change, projectId, [before])
      return removeObjects.schedule(tx, assetObjects(projectId, assetId))
    })
    await jobs.runBriefly([job])
  }

  #read<Result>(
    tenant: ProjectTenant,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.#deps.database.forProject(tenant).transaction(work)
  }
}
