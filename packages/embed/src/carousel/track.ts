import { createRing, distanceTo, firstPlace, home, modulo, placeOf } from './ring.js'
import type { SlideDisplayParts } from './slide-display.js'

/**
 * The scrolled track of a strip. It converts positions, in slides, to scroll offsets. Looping is implemented
 * in `ring.ts`.
 */
export function createTrack({ root, scroll, slides, _isInfinite }: SlideDisplayParts) {
  const count = slides.length
  let ring = createRing(count, 1)
  let isLooping = false
  let width = 0
  let sign = 1

  const perViewNow = () => Number(getComputedStyle(root).getPropertyValue('--per')) || 1
  const widthNow = () => {
    const gap = Number.parseFloat(getComputedStyle(slides[0]?.parentElement ?? root).columnGap) || 0
    return (Number.parseFloat(getComputedStyle(scroll).width) + gap) / perViewNow()
  }
  const position = () => (scroll.scrollLeft * sign) / width
  const place = (at: number) => {
    if (!isLooping) return
    // Scroll offsets are rounded to device pixels.
    const first = firstPlace(ring, at, 1 / width)
    slides.forEach((slide, index) => {
      slide.style.setProperty('--shift', `${placeOf(ring, index, first) - index}`)
    })
  }

  if (_isInfinite) scroll.append(snapPoints(ring._places))
  return {
    _isLooping: () => isLooping,
    _perView: () => Math.min(ring._perView, count),
    _indexOf: (at: number) => modulo(at, count),
    /** Width of a slide with its gap, pixels; 0 before the first measurement. */
    _width: () => width,
    _isResized: () => widthNow() !== width,
    _position: position,
    /** The equivalent position in the middle of a loop; without a loop the same position. */
    _home: (at: number) => (isLooping ? home(ring, at) : at),
    _clamp: (at: number) => (isLooping ? at : Math.max(0, Math.min(at, count - ring._perView))),
    _distance: (at: number, index: number) =>
      isLooping ? distanceTo(ring, at, index) : index - at,
    /** Moves the slides to the places around the current position. */
    _follow: () => place(position()),
    _scrollTo: (at: number) => {
      place(at)
      scroll.scrollLeft = at * width * sign
    },
    _measure: () => {
      const perView = perViewNow()
      sign = getComputedStyle(root).direction === 'rtl' ? -1 : 1
      width = widthNow()
      ring = createRing(count, perView)
      isLooping = _isInfinite && count > perView
      root.classList.toggle('loop', isLooping)
      root.style.setProperty('--places', `${ring._places}`)
    },
  }
}

/**
 * Snap points of a loop, one per place. The slides themselves are not snap points, because an
 * engine follows its snapped element when that moves.
 */
function snapPoints(count: number): HTMLElement {
  const row = document.createElement('div')
  row.className = 'points'
  for (let place = 0; place < count; place++) row.append(document.createElement('i'))
  return row
}
