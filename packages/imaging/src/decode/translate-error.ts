import { AppError } from '@vitrine/contracts/errors'
import { isOutOfMemory, outOfMemory } from './out-of-memory.js'

/**
 * Translates an error of libvips, which has a text and no code. Errors that the picture has not caused, such
 * as a missing file and other errors of the system, which have codes, are returned unchanged.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  if (/exceeds pixel limit/.test(error.message)) {
    return new AppError('IMAGE_TOO_LARGE', 'The picture has too many pixels.', { cause: error })
  }
  if (/^Input file is missing/i.test(error.message)) return error
  if (isOutOfMemory(error.message)) return outOfMemory(error)
  return unsupportedImage(error)
}

export const tooSlow = (cause: unknown) =>
  new AppError('OVERLOADED', 'The picture took too long to process; try again later.', {
    retryAfterSeconds: 5,
    cause,
  })

export const tooCostly = (seconds: number, cause: unknown) =>
  new AppError(
    'IMAGE_TOO_COSTLY',
    `The picture takes more than ${seconds.toFixed(1)} seconds of CPU time, the limit for its size. Save it again with an image editor, as a plain JPEG, PNG or WebP, or with fewer pixels.`,
    { cause },
  )

export const unsupported = (message: string, cause?: unknown) =>
  new AppError('UNSUPPORTED_IMAGE', message, cause === undefined ? {} : { cause })

export const unsupportedImage = (cause?: unknown) =>
  unsupported(
    'The file is not an intact JPEG, PNG, WebP, GIF, AVIF, HEIC or TIFF picture. Save it again as one of these.',
    cause,
  )
