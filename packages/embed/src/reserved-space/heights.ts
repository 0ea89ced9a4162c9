import type { Published } from '../published.js'
import { aboveHeight, aboveSteps } from './above-height.js'
import { type Addend, fixed, type Height, sumAt } from './height.js'
import { layoutHeights, leastWidth, mostWidth } from './layout-heights.js'
import { type Length, largest } from './length.js'
import { piecesOf } from './pieces.js'

/** A widget's height from a given width on, capped at `most`, pixels. */
export type Step = { from: number; height: Height; most: number }

/** Widths at which caption lines are recounted: wider containers need fewer lines. */
const captionSteps = [320, 400, 520, 720, 1000, 1400]

/**
 * A widget's height as a function of its width, in steps that each start at a width in pixels. It
 * follows from the sizes of the pictures; only caption lines are estimated.
 *
 * @param isFramed whether the page is shown in a frame.
 */
export function heightsOf(published: Published, isFramed = false): Step[] {
  const pieces = piecesOf(published, isFramed)
  const { hasCaptions, more, padding, pictures } = pieces
  const aboveAt = aboveHeight(published)
  const { starts, heightIn, bound } =
    pictures.length > 0 ? layoutHeights[published.widget.layout](pieces) : empty
  const textSteps = [...(hasCaptions ? captionSteps : []), ...(aboveAt ? aboveSteps : [])]
  const steps = [...new Set([leastWidth, ...starts, ...textSteps])]
    .filter((start) => start >= leastWidth && start < mostWidth)
    .sort((a, b) => a - b)
  return steps.map((from, index) => {
    const to = steps[index + 1] ?? mostWidth
    const around = 2 * padding + (aboveAt?.(from) ?? 0)
    const addends = heightIn(from).map(({ lengths, ...limits }) => ({
      lengths: largest(lengths, from, to),
      ...limits,
    }))
    return {
      from: from + 2 * padding,
      height: [
        ...shortened(addends, from, to).map((one) => inside(one, padding)),
        fixed(around + more),
      ],
      most: around + (bound || Number.POSITIVE_INFINITY),
    }
  })
}

/** A widget without pictures. */
const empty = { starts: [], heightIn: (): Height => [], bound: 0 }

/** Maximum number of lengths inside `max()` calls; more would make the embed code too long. */
const mostLengths = 12

/**
 * Replaces many addends with the chord of their sum between two widths. The sum is convex, so the
 * chord is nowhere below it. One with a cap becomes a chord of its own.
 */
function shortened(height: Height, from: number, to: number): Height {
  const open = height.filter(({ lengths }) => lengths.length > 1)
  if (open.flatMap(({ lengths }) => lengths).length <= mostLengths) return height
  const chord = (part: Height): readonly Length[] => {
    const [start, end] = [sumAt(part, from), sumAt(part, to)]
    const share = (end - start) / (to - from)
    return [{ share, pixels: start - share * from }]
  }
  const [limited, free] = [height.filter(({ cap }) => cap), height.filter(({ cap }) => !cap)]
  return [
    ...limited.map((one) => ({ ...one, lengths: chord([one]) })),
    ...(free.length > 0 ? [{ lengths: chord(free) }] : []),
  ]
}

/** Without a limit by the window's height. */
export const heightAt = ({ height, most }: Step, width: number): number =>
  Math.min(most, sumAt(height, width))

/** Converts lengths relative to the content width into those relative to the full width. */
const inside = ({ lengths, ...limits }: Addend, padding: number): Addend => ({
  lengths: lengths.map(({ share, pixels }) => ({ share, pixels: pixels - 2 * padding * share })),
  ...limits,
})
