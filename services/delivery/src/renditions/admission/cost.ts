import {
  chooseInput,
  type ImageType,
  mezzanineOf,
  mezzanineSizes,
  type Plan,
  renderBytes,
  type SourceImage,
  type WebImageType,
  worstOf,
} from '@vitrine/imaging'

/** AVIF has a lane of its own, because its encoder is slow on large images. */
export type Lane = 'avif' | 'other'

type RenderCost = {
  lane: Lane
  /** Estimated, ms of one core. */
  costMs: number
  /** Estimated, bytes of memory. */
  memoryBytes: number
}

export type RenderJob = RenderCost & {
  /** The project of an existing asset. Projects take turns, and an invented id must not get a turn. */
  projectId: string
  /** Estimated time until its input is fetched from the object store, ms; omitted if it is on disk. */
  prepareMs?: number
}

/*
 * CPU ms per megapixel, measured with sharp 0.35.5 on photos, accurate to a factor of two. The render queue
 * learns the speed of the machine.
 */
const startMs = 8
const encodeMs: Record<WebImageType, number> = {
  'image/jpeg': 15,
  'image/webp': 65,
  'image/avif': 75,
  'image/png': 80,
  'image/gif': 350,
}
/** For a JPEG whose scans are optimized. */
const progressiveMs = 55
/** For originals. JPEG is downscaled during decoding. */
const decodeMs: Record<ImageType, number> = {
  'image/jpeg': 10,
  'image/webp': 20,
  'image/png': 20,
  'image/gif': 30,
  'image/avif': 75,
  // Only if the store lost its full copy.
  'image/heic': 150,
  'image/tiff': 15,
}
/** Decoding and resizing of inputs that are small enough for linear light, of any type. */
const linearMs = 24
const maxLinearMegapixels = 8.4

const megapixels = ({ width, height }: { width: number; height: number }) =>
  (width * height) / 1_000_000

/** Estimates a render from the input that it will use. */
export function renderCostOf(plan: Plan, source: SourceImage): RenderCost {
  const mezzanine = chooseInput(plan, mezzanineSizes(source))
  const encode = plan.steps.find((step) => step.op === 'encode')
  const isAnimated = encode?.animated === true
  const frames = isAnimated ? source.frameCount : 1
  const input = megapixels(mezzanine ?? source)
  const isLinear = !isAnimated && input <= maxLinearMegapixels
  const perInput = isLinear ? linearMs : decodeMs[mezzanine ? 'image/jpeg' : source.contentType]
  const perPixel = encode?.progressive === true ? progressiveMs : encodeMs[plan.contentType]
  // The upload measured originals that are dearer than their pixels.
  const measuredMs = mezzanine ? 0 : ((source.decodeMs ?? 0) * frames) / source.frameCount
  const decodingMs = Math.max(frames * input * perInput, measuredMs)
  return {
    lane: plan.contentType === 'image/avif' ? 'avif' : 'other',
    costMs: startMs + decodingMs + frames * megapixels(plan) * perPixel,
    memoryBytes: memoryOf(plan, source, mezzanine),
  }
}

/**
 * @param copy the mezzanine used as input; null for the original. The database does not know whether an
 *   original is interlaced or has 16 bits per channel, so the worst case is assumed.
 * @returns bytes.
 */
export const memoryOf = (
  plan: Plan,
  source: SourceImage,
  copy: { width: number; height: number } | null,
): number => renderBytes(copy ? mezzanineOf(source, copy) : worstOf(source), plan)
