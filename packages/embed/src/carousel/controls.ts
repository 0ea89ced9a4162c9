import type { Config } from '../settings/config.js'

/** Maximum number of dots: a longer row of them tells less than a bar. */
const mostDots = 12

/** Width from which on arrows may be beside the pictures, pixels. In a narrower widget they are below them. */
export const besideFrom = 480

/** The controls of a carousel of so many pictures. */
export function controlsOf(config: Config, count: number) {
  const { arrowPlacement, autoplay, showArrows, showCounter, showDots, thumbnails } = config
  const isNeeded = count > 1
  const hasArrows = isNeeded && showArrows && arrowPlacement !== 'none'
  const hasPosition = isNeeded && showDots && !thumbnails
  const hasDots = hasPosition && count <= mostDots
  return {
    _arrows: hasArrows,
    _thumbs: isNeeded && thumbnails,
    _dots: hasDots,
    /** Shows the position where there is no room for dots. */
    _progress: hasPosition,
    _counter: isNeeded && (showCounter || (hasPosition && !hasDots && !config._isLogos)),
    _toggle: isNeeded && autoplay,
    /** Whether there is a row below the pictures, whose width does not matter. */
    _bar: hasPosition || (isNeeded && autoplay) || (hasArrows && arrowPlacement === 'below'),
    /** Room of the arrows on both sides of the pictures, pixels. */
    _sideRoom: hasArrows && arrowPlacement === 'outside' ? 104 : 0,
  }
}

/** Widths from which on there are 1, 2, … slides in view, pixels. */
export const perViewStarts = (
  { gap, slidesPerView, _leastWidth }: Config,
  sideRoom: number,
): number[] =>
  Array.from({ length: slidesPerView }, (_, index) => {
    const room = (index + 1) * _leastWidth + index * gap
    return room < besideFrom ? room : room + sideRoom
  })
