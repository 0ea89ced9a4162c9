import { toHtml } from '../markup/html.js'
import type { Published } from '../published.js'
import { heightAt, heightsOf, type Step } from './heights.js'
import { add, type Length } from './length.js'

/**
 * A `style` that reserves the space of a widget in a frame at every container width. It uses padding, because
 * percentages of padding refer to the width.
 */
export const reservation = (published: Published): string =>
  `display:block;padding-bottom:${inCss(heightsOf(published, true), 1)}`

/** The height of a widget in a frame of this width, pixels: for pages that forbid styles. */
export function heightIn(published: Published, width: number): number {
  const steps = heightsOf(published, true)
  const [first] = steps
  const step = steps.findLast(({ from }) => from <= width) ?? first
  return step === undefined ? 0 : Math.ceil(heightAt(step, width))
}

/** The same reservation as shadow root content: the element's own content and the place of the widget. */
export const placeholder = (published: Published): string =>
  `<slot></slot>${reservedPlace(published)}`

/**
 * An empty picture as high as the widget at every container width. Its size is set by attributes, which work even if
 * a page's policy forbids styles.
 */
export function reservedPlace(published: Published): string {
  const steps = heightsOf(published)
  const slimness = slimnessOf(steps)
  const picture = {
    display: 'block',
    viewBox: `0 0 1 ${slimness}`,
    width: inCss(steps, slimness),
  }
  return toHtml(['svg', picture])
}

/** The picture's height as a multiple of its width, so that it is never wider than its container. */
function slimnessOf(steps: readonly Step[]): number {
  const ratios = steps.flatMap((step, index) =>
    [step.from, steps[index + 1]?.from ?? 2 * step.from].map(
      (width) => heightAt(step, width) / width,
    ),
  )
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(...ratios))))
}

/** Multiplier that raises a hundredth of a pixel above every possible height. */
const steepness = 1e7

/**
 * The steps as one CSS length, divided by `divisor`. Each step is clamped by a steep term that is
 * negative outside its range of widths, so the maximum of all steps is the step in range.
 */
function inCss(steps: readonly Step[], divisor: number): string {
  const terms = steps.map((step, index) => {
    const next = steps[index + 1]
    const bounds = [
      heightInCss(step, divisor),
      ...(Number.isFinite(step.most) ? [`${round(step.most / divisor)}px`] : []),
      ...(next ? [`${steepness}*(${round(next.from)}px - 100%)`] : []),
      ...(isTooHighBefore(steps, index) || (index > 0 && isCapped(step))
        ? [`${steepness}*(100% - ${round(step.from - 0.01)}px)`]
        : []),
    ]
    return bounds.length > 1 ? `min(${bounds.join()})` : bounds[0]
  })
  return `max(${terms.join()})`
}

/**
 * Whether a step needs a lower bound: it does if it is higher than a previous step within that
 * step's range. Wider containers mostly have lower rows, so this is rare.
 */
const isTooHighBefore = (steps: readonly Step[], index: number): boolean =>
  steps.slice(0, index).some((before, at) => {
    const end = steps[at + 1]?.from ?? before.from
    return [before.from, (before.from + end) / 2, end].some(
      (width) => heightAt(steps[index] ?? before, width) > heightAt(before, width),
    )
  })

/** A cap takes less from a step with lower captions. */
const isCapped = ({ height }: Step): boolean => height.some(({ cap }) => cap)

function heightInCss({ height }: Step, divisor: number): string {
  const divided = height.map(({ lengths, cap }) => ({
    lengths: lengths.map(({ share, pixels }) => ({
      share: share / divisor,
      pixels: pixels / divisor,
    })),
    cap: cap && `${round(cap.percent / divisor)}vh + ${round(cap.pixels / divisor)}px`,
  }))
  const isSingle = ({ lengths, cap }: (typeof divided)[number]) => lengths.length === 1 && !cap
  const single = add(divided.filter(isSingle).flatMap(({ lengths }) => lengths))
  const others = divided.filter((one) => !isSingle(one))
  return [
    lengthInCss(single),
    ...others.map(({ lengths, cap }) => {
      const largest = lengths.map(lengthInCss).join()
      const most = lengths.length > 1 ? `max(${largest})` : largest
      return cap ? `min(${most},${cap})` : most
    }),
  ].join(' + ')
}

const lengthInCss = ({ share, pixels }: Length): string =>
  `${round(100 * share)}% ${pixels < 0 ? '-' : '+'} ${round(Math.abs(pixels))}px`

const round = (value: number): number => Number(value.toPrecision(6))
