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

/** AVIF's encoder is the one that is slow on large pictures. */
export type Lane = 'avif' | 'other'

/** What a making takes. */
export type RenderCost = {
  lane: Lane
  /** Estimated, ms of one core. */
  costMs: number
  /** Estimated, bytes of memory. */
  memoryBytes: number
}

/** A making, and for whom. */
export type Job = RenderCost & {
  /** Of an asset that was found: projects take turns, and no id that is made up may get one. */
  projectId: string
  /** Estimated, ms until its bytes have come from the object store; left out: they are there. */
  prepareMs?: number
}

/*
 * Measured in CPU ms per megapixel, sharp 0.35.5, photos: good to a factor of two. The admission
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
/** Of an original. JPEG shrinks while it is decoded. */
const decodeMs: Record<ImageType, number> = {
  'image/jpeg': 10,
  'image/webp': 20,
  'image/png': 20,
  'image/gif': 30,
  'image/avif': 75,
}
/** Of what is small enough to be resized in linear light, whatever its type. */
const linearMs = 35
const maxLinearMegapixels = 8.4

const megapixels = ({ width, height }: { width: number; height: number }) =>
  (width * height) / 1_000_000

/** What it takes to make a rendition, from the copy that it will be made from. */
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
 * @param copy that it is made from; null: the original, of which the database does not know whether it
 *   is interlaced or has 16 bits per channel, so the worst counts.
 * @returns bytes.
 */
export const memoryOf = (
  plan: Plan,
  source: Source,
  copy: { width: number; height: number } | null,
): number => renderBytes(copy ? mezzanineOf(source, copy) : worstOf(source), plan)
