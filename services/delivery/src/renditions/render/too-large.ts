import { AppError } from '@vitrine/errors'
import type { Plan } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import type { StoredPicture } from '../stored-picture.js'

/** So long the same rendition is refused without another try, ms: limits change with a restart only. */
const rememberedMs = 600_000
const maxRemembered = 10_000

/**
 * Remembers the renditions that take more memory than one may. A stored picture may need more than its
 * upload did, or be older than the limit: the client is told what to ask for instead, and a repeated
 * request costs no image process.
 */
export function createTooLarge() {
  const refusals = new LRUCache<string, AppError>({ max: maxRemembered, ttl: rememberedMs })
  const keyOf = ({ projectId, assetId }: StoredPicture, { key }: Plan) =>
    `${projectId}/${assetId}/${key}`

  return {
    /** @throws AppError IMAGE_TOO_LARGE if it was refused before. */
    check: (picture: StoredPicture, plan: Plan): void => {
      const refusal = refusals.get(keyOf(picture, plan))
      if (refusal !== undefined) throw refusal
    },
    /** @returns the error to answer. */
    refuse: (picture: StoredPicture, plan: Plan, cause: unknown): AppError => {
      const { width, height } = plan
      const refusal = new AppError(
        'IMAGE_TOO_LARGE',
        `This image takes too much memory to be made ${width} × ${height} pixels large as ${plan.contentType}. Ask for a smaller w or h, for another format, or for the original by leaving out all parameters.`,
        { cause },
      )
      refusals.set(keyOf(picture, plan), refusal)
      return refusal
    },
  }
}

export const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'IMAGE_TOO_LARGE'
