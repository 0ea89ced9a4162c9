import { AppError } from '@vitrine/contracts/errors'
import type { Queryable } from '@vitrine/database'
import type { ImageProcesses } from '@vitrine/imaging'
import { isStoreError } from '@vitrine/object-store'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler } from '../queue/job.js'
import type { SignedObjects } from '../storage/signed-objects.js'
import type { WorkFolder } from '../storage/work-folder.js'
import { openInputs } from './inputs.js'
import type { StoredOriginal } from './repository.js'
import { undescribedAssetRepository } from './undescribed-repository.js'

type Payload = {
  /** The id of the last asset that was looked at; left out at the start. */
  after?: string
  isSecond?: boolean
}

type Deps = {
  database: Queryable
  objects: SignedObjects
  images: Pick<ImageProcesses, 'describe'>
  workFolder: Pick<WorkFolder, 'path'>
  log: FastifyBaseLogger
}

const lowestId = '00000000-0000-0000-0000-000000000000'

/** Some 50 ms of CPU time each, at the lowest priority. Each also makes replicas read the asset again. */
const assetsPerTurn = 5
const pauseMs = 2000

/** Then a second run describes what instances of the former release have still stored. */
const secondRunMs = 3_600_000

/**
 * Describes the assets of releases that did not: a few at a time, with pauses, in the order of their ids. A
 * picture that cannot be read is skipped, and tried again by the next run.
 */
export const describeAssets = {
  kind: 'describe-assets',

  /** Starts a run if there is none and any asset needs it. */
  scheduleIfNeeded: (database: Queryable): Promise<void> =>
    undescribedAssetRepository(database).scheduleIfNeeded(describeAssets.kind),

  handler:
    (deps: Deps): JobHandler =>
    async (payload, signal) => {
      const { after = lowestId, isSecond = false } = payload as Payload
      const assets = undescribedAssetRepository(deps.database)
      const pictures = await assets.list(after, assetsPerTurn)
      for (const picture of pictures) await describe(deps, picture, signal)
      const last = pictures.at(-1)
      const { kind } = describeAssets
      if (last === undefined) {
        return isSecond ? [] : [{ kind, payload: { isSecond: true }, delayMs: secondRunMs }]
      }
      const next: Payload = { after: last.assetId, isSecond }
      return [{ kind, payload: next, delayMs: pauseMs }]
    },
}

async function describe(deps: Deps, picture: StoredOriginal, signal: AbortSignal): Promise<void> {
  const { database, objects, images, workFolder, log } = deps
  await using inputs = await openInputs(objects, picture, await workFolder.path())
  try {
    const input = await inputs.fetchSmallest(signal)
    if (input === null) return
    const described = await images.describe(input, { signal })
    await undescribedAssetRepository(database).describe(picture, described)
  } catch (err) {
    signal.throwIfAborted()
    if (isOutage(err)) throw err
    log.warn({ err, asset: picture.assetId }, 'could not make the placeholder of an asset')
  }
}

/** Whether to try the same assets again. */
const isOutage = (error: unknown) =>
  isStoreError(error) ||
  (error instanceof AppError && ['DATABASE_UNAVAILABLE', 'OVERLOADED'].includes(error.code))
