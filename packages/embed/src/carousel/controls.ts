import type { Config } from '../settings/config.js'

/** Width from which on arrows may be beside the pictures, pixels. In a narrower widget they are below them. */
export const besideFrom = 480

/** The controls of a carousel of so many pictures. */
export function controlsOf(config: Config, count: number) {
  const { arrowPlacement, autoplay, showArrows, showCounter, showDots, thumbnails } = config
  const isNeeded = count > 1
  const hasArrows = isNeeded && showArrows && arrowPlacement !== 'none'
  const hasPosition = isNeeded && showDots && !thumbnails
  const hasDots = hasPosition && count <= config._mostDots
  return {
    _arrows: hasArrows,
    _thumbs: isNeeded && thumbnails,
    _dots: hasDots,
    /** A line instead of many dots. */
    _progress: hasPosition && !hasDots,
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

/** The number of slides in view, where so many fit: a part of the next one tells that there are more of them. */
export const inView = ({ _isPeeking }: Config, count: number, perView: number): number =>
  _isPeeking && perView > 1 && count > perView + 1 ? perView + 0.15 : perView
