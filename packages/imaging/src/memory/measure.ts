import type { Metadata } from 'sharp'
import { checkLimits, describe, readHeader } from '../decode/header.js'
import { translateError } from '../decode/translate-error.js'
import type { Plan } from '../plan/plan.js'
import type { ImageLimits } from '../plan/source.js'
import { checkMemory } from './check.js'
import { ingestBytes, renderBytes } from './estimate.js'
import { readEncodedPicture } from './read-encoded-picture.js'

/**
 * The memory that `ingest`, or with a plan `render`, takes for the picture, estimated from its header.
 *
 * @returns bytes.
 * @throws AppError IMAGE_TOO_LARGE, UNSUPPORTED_IMAGE, before anything is decoded.
 */
export async function measure(
  input: string,
  plan: Plan | null,
  limits: ImageLimits,
): Promise<number> {
  try {
    const header = await readHeader(input)
    checkLimits(describe(header), limits)
    return await checkHeader(header, input, plan, limits)
  } catch (error) {
    throw translateError(error)
  }
}

/** As `measure`, with a header that was read and checked. */
export async function checkHeader(
  header: Metadata,
  input: Buffer | string,
  plan: Plan | null,
  { maxMemoryBytes }: ImageLimits,
): Promise<number> {
  const picture = await readEncodedPicture(header, input)
  const bytes = plan === null ? ingestBytes(picture) : renderBytes(picture, plan)
  checkMemory(picture, bytes, maxMemoryBytes ?? bytes)
  return bytes
}
