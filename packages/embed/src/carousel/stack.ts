import stackCss from '../styles/stack.css'
import variantsCss from '../styles/variants.css'
import type { SlideDisplay, SlideDisplayParts } from './slide-display.js'

/** Sliders fade, and a slider is a variant: it loads one part. */
export { variantOf } from './variant.js'
export const extraCss = stackCss + variantsCss

/** Horizontal distance of a swipe that turns the slides, pixels. */
const leastSwipe = 40
/** Distance of a wheel that turns the slides, pixels, and its pause before it may turn them again, milliseconds. */
const leastWheel = 60
const pauseMs = 200

/** A stack of slides that cross-fade. CSS shows the slide that is not inert. */
export function createStack(parts: SlideDisplayParts): SlideDisplay {
  const { root, scroll, slides, _isInfinite, _durationMs, _onSettle } = parts
  const count = slides.length
  let current = 0
  let start = Number.NaN
  const wheel = { sum: 0, last: 0 }
  const isRightToLeft = () => getComputedStyle(root).direction === 'rtl'

  const goTo = (index: number) => {
    // `modulo` of ring.ts, written out: sharing it would make a part that is one more request.
    current = _isInfinite
      ? ((index % count) + count) % count
      : Math.max(0, Math.min(index, count - 1))
    root.style.setProperty('--duration', `${_durationMs()}ms`)
    _onSettle(display)
  }
  root.onpointerdown = ({ clientX, pointerType, target }) => {
    // Thumbnails scroll. A mouse drags, which another part does.
    const isOther = pointerType === 'mouse' || (target as Element).closest('.thumbs')
    start = isOther ? Number.NaN : clientX
  }
  root.onpointerup = ({ clientX }) => {
    const by = clientX - start
    if (Math.abs(by) >= leastSwipe) goTo(current + (by > 0 === isRightToLeft() ? 1 : -1))
  }
  root.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, timeStamp } = event
      if (Math.abs(deltaX) <= Math.abs(deltaY)) return
      // It would go back in the page's history.
      event.preventDefault()
      if (timeStamp - wheel.last > pauseMs) wheel.sum = 0
      wheel.last = timeStamp
      const isBefore = Math.abs(wheel.sum) < leastWheel
      wheel.sum += deltaX
      if (isBefore && Math.abs(wheel.sum) >= leastWheel) {
        goTo(current + (wheel.sum < 0 === isRightToLeft() ? 1 : -1))
      }
    },
    { passive: false },
  )
  const display: SlideDisplay = {
    _index: () => current,
    _perView: () => 1,
    _isLooping: () => _isInfinite,
    _step: (by) => goTo(current + by),
    _goTo: goTo,
    _stop: () => {},
  }
  // The stack does not scroll, so it needs no tab stop.
  scroll.removeAttribute('tabindex')
  scroll.scrollLeft = 0
  _onSettle(display)
  return display
}
