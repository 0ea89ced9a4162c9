import { AppError } from '@vitrine/contracts/errors'
import { isMarked, type Plan } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import { imageKey, type StoredPicture } from '../image.js'

/** How long a rendition is rejected without another attempt, ms. The limits change only with a restart. */
const rememberedMs = 600_000
const maxRemembered = 10_000

/**
 * Remembers renditions that need more memory than one render may use. This happens if a rendition needs
 * more than the upload did, or if the image is older than the limit. The error suggests alternatives, and a
 * repeated request does not start an image process.
 */
export class TooLargeRenditions {
  readonly #refusals = new LRUCache<string, AppError>({ max: maxRemembered, ttl: rememberedMs })

  /** @throws AppError IMAGE_TOO_LARGE, IMAGE_TOO_COSTLY if the rendition was refused before. */
  check(picture: StoredPicture, plan: Plan): void {
    const refusal = this.#refusals.get(imageKey(picture, plan))
    if (refusal !== undefined) throw refusal
  }

  /** Remembers the rendition. @returns the error for the client. */
  add(picture: StoredPicture, plan: Plan, cause: AppError): AppError {
    const { width, height } = plan
    const resource = cause.code === 'IMAGE_TOO_COSTLY' ? 'CPU time' : 'memory'
    const refusal = new AppError(
      cause.code,
      `This image takes too much ${resource} to be made ${width} × ${height} pixels large as ${plan.contentType}. Ask for a smaller w or h, ${isMarked(plan) ? 'or for another format' : 'for another format, or for the original by leaving out all parameters'}.`,
      { cause },
    )
    this.#refusals.set(imageKey(picture, plan), refusal)
    return refusal
  }
}

export const isTooLarge = (error: unknown): error is AppError =>
  error instanceof AppError && ['IMAGE_TOO_LARGE', 'IMAGE_TOO_COSTLY'].includes(error.code)
