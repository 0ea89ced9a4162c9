import { embedWidthsOf, renditionObject, renditionObjects } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, Transaction } from '@vitrine/database'
import {
  type ImageProcesses,
  type MarkFile,
  negotiatedPlans,
  type Plan,
  preparedMarkPlan,
  recipe,
  withMark,
} from '@vitrine/imaging'
import { isStoreError, type ObjectStore } from '@vitrine/object-store'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler, NewJob } from '../queue/job.js'
import { jobRepository } from '../queue/repository.js'
import type { SignedObjects } from '../storage/signed-objects.js'
import type { WorkFolder } from '../storage/work-folder.js'
import { type Inputs, openInputs } from './inputs.js'
import { type MarkedOriginal, publishedAssetRepository } from './repository.js'

type AssetPayload = { projectId: string; assetId: string }

type Deps = {
  database: Queryable
  store: Pick<ObjectStore, 'list'>
  objects: SignedObjects
  images: Pick<ImageProcesses, 'render'>
  log: FastifyBaseLogger
  /** For renditions in progress. */
  workFolder: Pick<WorkFolder, 'path'>
}

/** Maximum time between the check for the asset and the upload of a rendition. */
const uploadSeconds = 60

/**
 * Pixels of all frames of one animated rendition: some 2.5 s of CPU time with the decoding (15 frames
 * of 1400 × 1050 to 636 px: 0.7 s). Larger ones are rendered at their first request.
 */
const maxAnimatedPixels = 16_000_000

/**
 * Renders the missing renditions that the embed requests, one by one, for an asset shown by a published
 * widget. Stops when no published widget shows the asset any more. Renditions stored while the asset is
 * being deleted are removed by the second removal (`removeObjects`).
 */
export const prepareAsset = {
  kind: 'prepare-asset',

  /** Call it in the transaction that replaces the file. The job does nothing for an asset that is not shown. */
  schedule: async (tx: Transaction, payload: AssetPayload): Promise<void> => {
    await jobRepository(tx).create(prepareAsset.job(payload, 0))
  },

  job: (payload: AssetPayload, delayMs: number): NewJob => ({
    kind: prepareAsset.kind,
    payload,
    delayMs,
  }),

  handler:
    ({ database, store, objects, images, log, workFolder }: Deps): JobHandler =>
    async (payload, signal) => {
      const { projectId, assetId } = payload as AssetPayload
      const find = () => publishedAssetRepository(database).find(projectId, assetId)
      const picture = await find()
      if (picture === null) return []
      const missing = await findMissing(store, picture)
      if (missing.length === 0) return []

      const directory = await workFolder.path()
      await using inputs = await openInputs(objects, picture, directory)
      await using marks =
        picture.mark && (await openInputs(objects, picture.mark.picture, directory))
      for (const plan of missing) {
        const input = await inputs.fetch(plan, signal)
        if (input === null) return []
        const output = inputs.pathOf(plan.key)
        try {
          const mark = await fetchMark(picture, plan, marks, signal)
          const { sizeBytes } = await images.render(input, plan, output, { signal, mark })
          // The file may have been replaced: another job prepares the new one.
          if ((await find())?.fileKey !== picture.fileKey) return []
          const key = renditionObject(projectId, assetId, recipe, plan.key, picture.fileKey)
          const store = await objects.prepare(key, uploadSeconds)
          await store({ path: output, sizeBytes, contentType: plan.contentType })
        } catch (err) {
          signal.throwIfAborted()
          if (isOutage(err)) throw err
          log.warn({ err, asset: assetId, plan: plan.key }, 'could not make a rendition ahead')
          return []
        }
      }
      return []
    },
}

/** The file of the mark that the plan draws; undefined if it draws none. */
async function fetchMark(
  { mark }: MarkedOriginal,
  plan: Plan,
  inputs: Inputs | null,
  signal: AbortSignal,
): Promise<MarkFile | undefined> {
  const prepared = mark && preparedMarkPlan(plan, mark.mark.source)
  if (!mark || !prepared) return undefined
  const path = await inputs?.fetch(prepared, signal)
  if (!path) throw new Error('the store has no file of the watermark')
  return { path, plan: prepared, sha256: mark.picture.sha256 }
}

/** The renditions that the embed requests and that are missing in the store. */
async function findMissing(store: Deps['store'], picture: MarkedOriginal): Promise<Plan[]> {
  const { projectId, assetId, fileKey, source } = picture
  const objects = await store.list(renditionObjects(projectId, assetId, fileKey))
  const known = new Set(objects.map(({ key }) => key))
  return negotiatedPlans(source, embedWidthsOf(source.width))
    .map((plan) => withMark(plan, picture.mark?.mark ?? null))
    .filter(
      (plan) =>
        animatedPixels(plan, source.frameCount) <= maxAnimatedPixels &&
        !known.has(renditionObject(projectId, assetId, recipe, plan.key, fileKey)),
    )
}

const animatedPixels = ({ width, height }: Plan, frameCount: number) =>
  frameCount > 1 ? width * height * frameCount : 0

/** Whether to retry the job. Any other error is reported when the rendition is requested. */
const isOutage = (error: unknown) =>
  isStoreError(error) || (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE')
