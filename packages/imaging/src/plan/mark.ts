import type { Size } from './geometry.js'
import { type Plan, planOf } from './plan.js'
import type { SourceImage } from './source.js'
import type { EncodeStep, MarkStep, Step } from './steps.js'

/** A picture that is drawn on renditions. */
export type Mark = {
  source: SourceImage
  /** Hex, of its file. */
  sha256: string
  position: MarkPosition
  /** Up to 1, which leaves the mark as it is. */
  opacity: number
  /** Its width as a part of the rendition's. */
  scale: number
  /** Renditions whose longer side is below, in pixels, stay clean. */
  from: number
}

export type MarkPosition =
  | 'top-left'
  | 'top'
  | 'top-right'
  | 'left'
  | 'center'
  | 'right'
  | 'bottom-left'
  | 'bottom'
  | 'bottom-right'
  | 'tile'

/** Whether the mark is drawn on a picture of this size. */
export const isMarkedAt = ({ width, height }: Size, { from }: Mark): boolean =>
  Math.max(width, height) >= from

/** Whether the plan draws a mark. */
export const isMarked = ({ steps }: Plan): boolean => steps.some(({ op }) => op === 'mark')

/**
 * The plan with the mark drawn on its result, after the crop; the plan itself if its result is too small for it. A
 * marked rendition is in sRGB, as the mark is.
 */
export function withMark(plan: Plan, mark: Mark | null): Plan {
  if (mark === null || !isMarkedAt(plan, mark)) return plan
  const step = markStep(plan, mark)
  const steps = plan.steps.flatMap((each): readonly Step[] =>
    each.op === 'encode' ? [step, inSrgb(each)] : [each],
  )
  return { ...plan, key: `${plan.key.replace(/[.]p3$/, '')}.${keyOf(step, mark)}`, steps }
}

const inSrgb = ({ gamut, ...encode }: EncodeStep): EncodeStep => encode

/** Distance from the edges, as a part of the shorter side. */
const margin = 0.03

function markStep(size: Size, { source, position, opacity, scale }: Mark): MarkStep {
  const inset = Math.round(margin * Math.min(size.width, size.height))
  const room = {
    width: Math.max(1, Math.min(size.width * scale, size.width - 2 * inset)),
    height: Math.max(1, size.height - 2 * inset),
  }
  const factor = Math.min(room.width / source.width, room.height / source.height)
  const width = Math.max(1, Math.round(source.width * factor))
  const height = Math.max(1, Math.round(source.height * factor))
  const isTiled = position === 'tile'
  const along = (all: number, own: number, before: string, after: string): number => {
    if (isTiled) return 0
    if (position.includes(before)) return Math.min(inset, all - own)
    if (position.includes(after)) return Math.max(0, all - own - inset)
    return Math.floor((all - own) / 2)
  }
  return {
    op: 'mark',
    left: along(size.width, width, 'left', 'right'),
    top: along(size.height, height, 'top', 'bottom'),
    width,
    height,
    opacity,
    isTiled,
  }
}

/** Half of the hash is enough: only the project's own admins choose the files that it tells apart. */
function keyOf({ left, top, width, height, opacity, isTiled }: MarkStep, { sha256 }: Mark): string {
  const place = isTiled ? 'tile' : `${left}-${top}`
  return `mark-${sha256.slice(0, 32)}-${width}x${height}-${place}-${opacity}`
}

/** The most that an image process keeps of decoded marks, bytes. One of 512 × 512 pixels takes 1 MiB. */
export const maxPreparedBytes = 8 * 1024 * 1024

/** Widths in which marks are prepared, pixels: each serves many sizes of renditions. */
const preparedWidths = [64, 128, 256, 512, 1024, 2048] as const

/**
 * The rendition of the mark's own picture that the mark is resized from: at least 5/4 as wide if its file is, as for
 * smaller copies.
 */
export function preparedMarkPlan({ steps }: Plan, source: SourceImage): Plan | null {
  const step = steps.find(({ op }) => op === 'mark')
  if (step?.op !== 'mark') return null
  const width = preparedWidths.find((prepared) => 4 * prepared >= 5 * step.width) ?? 4096
  return planOf({ width, fit: 'cover', format: 'png', negotiated: false, accepted: [] }, source)
}
