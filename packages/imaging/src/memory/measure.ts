import type { Metadata } from 'sharp'
import type { Input } from '../decode/file-bytes.js'
import { checkLimits, describe, readHeader } from '../decode/header.js'
import { translateError } from '../decode/translate-error.js'
import type { Plan } from '../plan/plan.js'
import type { ImageLimits } from '../plan/source.js'
import { checkMemory } from './check.js'
import type { EncodedPicture } from './encoded-picture.js'
import { ingestBytes, renderBytes } from './estimate.js'
import { readHeifBoxes } from './heif-boxes.js'

/** `bytes` of memory; `pixels` of all frames. */
export type Measured = { bytes: number; pixels: number }

/**
 * What `ingest`, or with a plan `render`, takes for the picture, estimated from its header.
 *
 * @throws AppError IMAGE_TOO_LARGE, UNSUPPORTED_IMAGE, before anything is decoded.
 */
export async function measure(
  input: string,
  plan: Plan | null,
  limits: ImageLimits,
): Promise<Measured> {
  try {
    const header = await readHeader(input)
    const source = describe(header)
    checkLimits(source, limits)
    const bytes = await checkHeader(header, input, plan, limits)
    return { bytes, pixels: source.width * source.height * source.frameCount }
  } catch (error) {
    throw translateError(error)
  }
}

/** The memory alone, bytes, with a header that was read and checked. Throws as `measure` does. */
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

async function readEncodedPicture(header: Metadata, input: Input): Promise<EncodedPicture> {
  const source = describe(header)
  const { channels, depth, isProgressive } = header
  return {
    ...source,
    rowWidth: header.width,
    channels,
    bytesPerSample: depth === 'uchar' ? 1 : 2,
    isProgressive: isProgressive && completesLast.has(source.contentType),
    ...(heifTypes.has(source.contentType)
      ? readHeifBoxes(input)
      : { samplesPerPixel: samplesOf(header), tileShare: 1 }),
  }
}

const heifTypes = new Set(['image/avif', 'image/heic'])
const completesLast = new Set(['image/png', 'image/jpeg'])

const samplesOf = ({ chromaSubsampling, channels }: Metadata): number =>
  chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels
