import extraCss from '../styles/stack.css'
import type { SlideDisplay, SlideDisplayParts } from './slide-display.js'

export { extraCss }

/** Horizontal swipe distance that changes the slide, pixels. */
const leastSwipe = 40

/** A stack of slides that cross-fade. CSS shows the slide that is not inert. */
export function createStack(parts: SlideDisplayParts): SlideDisplay {
  const { root, scroll, slides, _isInfinite, _durationMs, _onSettle } = parts
  const count = slides.length
  let current = 0
  let start = 0

  const goTo = (index: number) => {
    // `modulo` of ring.ts, written out: sharing it would make a part that is one more request.
    current = _isInfinite
      ? ((index % count) + count) % count
      : Math.max(0, Math.min(index, count - 1))
    root.style.setProperty('--duration', `${_durationMs()}ms`)
    _onSettle(display)
  }
  scroll.onpointerdown = ({ clientX }) => {
    start = clientX
  }
  scroll.onpointerup = ({ clientX, pointerType }) => {
    const by = clientX - start
    if (pointerType === 'mouse' || Math.abs(by) < leastSwipe) return
    const isBackwards = by > 0 !== (getComputedStyle(root).direction === 'rtl')
    goTo(current + (isBackwards ? -1 : 1))
  }
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
