import type { Published } from '../published.js'
import { type Height, layoutHeights, mostWidth } from './layout-heights.js'
import { at, type Length, largest } from './length.js'
import { piecesOf } from './pieces.js'

/** A widget's height from a given width on, capped at `most`, pixels. */
export type Step = { from: number; height: Height; most: number }

/** Minimum width considered, pixels. */
const leastWidth = 200
/** Widths at which caption lines are recounted: wider containers need fewer lines. */
const captionSteps = [320, 400, 520, 720, 1000, 1400]

/**
 * A widget's height as a function of its width, in steps that each start at a width in pixels. It
 * follows from the sizes of the pictures; only caption lines are estimated.
 */
export function heightsOf(published: Published): Step[] {
  const pieces = piecesOf(published)
  const { hasCaptions, padding, pictures } = pieces
  const around = [{ share: 0, pixels: 2 * padding }]
  const { starts, heightIn, bound } = layoutHeights[published.widget.layout](pieces)
  const most = 2 * padding + (bound || Number.POSITIVE_INFINITY)
  if (pictures.length === 0) return [{ from: leastWidth, height: [around], most }]
  const steps = [...new Set([leastWidth, ...starts, ...(hasCaptions ? captionSteps : [])])]
    .filter((start) => start >= leastWidth && start < mostWidth)
    .sort((a, b) => a - b)
  return steps.map((from, index) => {
    const to = steps[index + 1] ?? mostWidth
    const lists = shortened(
      heightIn(from).map((list) => largest(list, from, to)),
      from,
      to,
    )
    return {
      from: from + 2 * padding,
      height: [...lists.map((list) => list.map((length) => inside(length, padding))), around],
      most,
    }
  })
}

/** Maximum number of lengths inside `max()` calls; more would make the embed code too long. */
const mostLengths = 12

/**
 * Replaces many lists with the chord of their sum between two widths. The sum is convex, so the
 * chord is nowhere below it.
 */
function shortened(lists: Height, from: number, to: number): Height {
  const open = lists.filter((list) => list.length > 1)
  if (open.flat().length <= mostLengths) return lists
  const [start, end] = [sumAt(lists, from), sumAt(lists, to)]
  const share = (end - start) / (to - from)
  return [[{ share, pixels: start - share * from }]]
}

const sumAt = (lists: Height, width: number): number =>
  lists.reduce((sum, list) => sum + Math.max(...list.map((one) => at(one, width))), 0)

export const heightAt = ({ height, most }: Step, width: number): number =>
  Math.min(most, sumAt(height, width))

/** Converts a length relative to the content width into one relative to the full width. */
const inside = ({ share, pixels }: Length, padding: number): Length => ({
  share,
  pixels: pixels - 2 * padding * share,
})
