import { fileObjects } from '@vitrine/contracts'
import type { Queryable } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler } from '../../../queue/job.js'
import { jobRepository } from '../../../queue/repository.js'
import { removeObjects, settlingSeconds } from '../../../removal/remove-objects.js'
import { removalRepository } from '../../../removal/repository.js'

type Payload = { projectId: string; assetId: string; fileKey: string }

/**
 * As `discardUpload`, for a file that was to replace another one: removes its objects if the asset does not
 * have it. It has a kind of its own, because the release before this one would look for the asset alone.
 * `discardUpload.cancel` cancels it, too.
 */
export const discardFile = {
  kind: 'discard-file',

  /** @returns the job's id. */
  schedule: (db: Queryable, payload: Payload): Promise<string> =>
    jobRepository(db).create({
      kind: discardFile.kind,
      payload,
      delayMs: settlingSeconds * 1000,
    }),

  handler:
    (database: Queryable, store: ObjectStore): JobHandler =>
    async (payload) => {
      const { projectId, assetId, fileKey } = payload as Payload
      if (await removalRepository(database).hasFile(projectId, assetId, fileKey)) return []
      const prefixes = fileObjects(projectId, assetId, fileKey)
      await Promise.all(prefixes.map((prefix) => store.removePrefix(prefix)))
      return prefixes.map(removeObjects.onceMore)
    },
}
