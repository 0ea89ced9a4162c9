import {
  chooseInput,
  type ImageType,
  mezzanineOf,
  mezzanineSizes,
  type Plan,
  renderBytes,
  type Source,
  worstOf,
} from '@vitrine/imaging'

/** AVIF has a lane of its own, because its encoder is slow on large images. */
export type Lane = 'avif' | 'other'

/** What a render takes. */
export type RenderCost = {
  lane: Lane
  /** Estimated, ms of one core. */
  costMs: number
  /** Estimated, bytes of memory. */
  memoryBytes: number
}

/** A render, and the project that it is for. */
export type RenderJob = RenderCost & {
  /** Of an asset that exists: projects take turns, and an invented id must not get a turn. */
  projectId: string
  /** Estimated time until its input has come from the object store, ms; left out: it is on disk. */
  prepareMs?: number
}

/*
 * Measured in CPU ms per megapixel, sharp 0.35.5, photos: good to a factor of two. The render queue
 * learns how fast the machine is.
 */
const startMs = 8
const encodeMs: Record<ImageType, number> = {
  'image/jpeg': 15,
  'image/webp': 65,
  'image/avif': 75,
  'image/png': 80,
  'image/gif': 350,
}
/** Of an original. JPEG is shrunk while it is decoded. */
const decodeMs: Record<ImageType, number> = {
  'image/jpeg': 10,
  'image/webp': 20,
  'image/png': 20,
  'image/gif': 30,
  'image/avif': 75,
}
/** Of an input that is small enough to be resized in linear light, whatever its type. */
const linearMs = 35
const maxLinearMegapixels = 8.4

const megapixels = ({ width, height }: { width: number; height: number }) =>
  (width * height) / 1_000_000

/** Estimates a render from the input that it will use. */
export function renderCostOf(plan: Plan, source: Source): RenderCost {
  const mezzanine = chooseInput(plan, mezzanineSizes(source))
  const isAnimated = plan.steps.some((step) => step.op === 'encode' && step.animated)
  const frames = isAnimated ? source.frameCount : 1
  const input = megapixels(mezzanine ?? source)
  const isLinear = !isAnimated && input <= maxLinearMegapixels
  const perInput = isLinear ? linearMs : decodeMs[mezzanine ? 'image/jpeg' : source.contentType]
  const perFrame = input * perInput + megapixels(plan) * encodeMs[plan.contentType]
  return {
    lane: plan.contentType === 'image/avif' ? 'avif' : 'other',
    costMs: startMs + frames * perFrame,
    memoryBytes: memoryOf(plan, source, mezzanine),
  }
}

/**
 * @param copy the mezzanine that it is rendered from; null: the original. The database does not know
 *   whether an original is interlaced or has 16 bits per channel, so the worst case counts.
 * @returns bytes.
 */
export const memoryOf = (
  plan: Plan,
  source: Source,
  copy: { width: number; height: number } | null,
): number => renderBytes(copy ? mezzanineOf(source, copy) : worstOf(source), plan)
