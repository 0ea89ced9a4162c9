import type { SlideDisplay, SlideDisplayParts } from './slide-display.js'
import { createTrack } from './track.js'

/** Slides on a natively scrolling track with scroll snapping. */
export function createStrip(parts: SlideDisplayParts): SlideDisplay {
  const { scroll, _durationMs, _onSettle, _whenStill } = parts
  const track = createTrack(parts)
  /** Destination of the current glide, or the place where scrolling last settled. */
  let target = 0
  let endGlide = () => {}
  let isGliding = false

  const settle = () => {
    if (isGliding) return
    // After a resize the scroll offset belongs to the old width.
    if (track._isResized()) return measure()
    const rest = Math.round(track._position())
    target = track._home(rest)
    // Assigning `scrollLeft` cancels a scroll that has just begun, so avoid it unless needed.
    if (target !== rest) track._scrollTo(target)
    _onSettle(display)
  }
  /** Finishes a snap that stopped between two slides, as happens in WebKit after a wheel event. */
  const align = () => {
    const distance = track._position() - Math.round(track._position())
    if (!track._isResized() && Math.abs(distance * track._width()) > 1 && !isGliding) go(0)
    else settle()
  }
  const interrupt = () => {
    endGlide()
    isGliding = false
    scroll.classList.remove('gliding')
  }
  /** Destination of the current glide; otherwise the place nearest to the scroll position. */
  const here = () => (isGliding || !track._width() ? target : Math.round(track._position()))
  const go = (by: number) => {
    target = here()
    // Jump to the middle of the track first, so that there is room to glide.
    const turns = track._home(target) - target
    const start = track._position() + turns
    const end = track._clamp(target + turns + by)
    // Before anything is written, because a media query needs the styles.
    const durationMs = _durationMs()
    interrupt()
    isGliding = true
    scroll.classList.add('gliding')
    // Assigning the offset that it has would cost a layout.
    if (turns) track._scrollTo(start)
    target = end
    _onSettle(display)
    endGlide = glide(start, end, durationMs, track._scrollTo, () => {
      interrupt()
      settle()
    })
  }
  const measure = () => {
    const current = track._indexOf(target)
    interrupt()
    track._measure()
    target = track._clamp(track._home(current))
    track._scrollTo(target)
    _onSettle(display)
  }

  const on = (type: string, listener: () => void) =>
    scroll.addEventListener(type, listener, { passive: true })
  on('scroll', () => isGliding || track._follow())
  for (const type of ['wheel', 'pointerdown', 'touchstart']) on(type, interrupt)
  const ignoreStillness = _whenStill(scroll, align)
  const display: SlideDisplay = {
    _index: () => track._indexOf(target),
    _perView: track._perView,
    _isLooping: track._isLooping,
    _step: go,
    _goTo: (index) => go(track._distance(here(), index)),
    _stop: () => {
      interrupt()
      ignoreStillness()
      resizing.disconnect()
    },
  }
  measure()
  const resizing = new ResizeObserver(measure)
  resizing.observe(scroll)
  return display
}

const easeOut = (time: number): number => 1 - (1 - time) ** 3

/**
 * Calls `move` once per frame with positions between `from` and `to`.
 *
 * @returns cancels the animation at its current position; `onEnd` is then not called.
 */
function glide(
  from: number,
  to: number,
  durationMs: number,
  move: (position: number) => void,
  onEnd: () => void,
): () => void {
  if (durationMs === 0 || from === to) {
    move(to)
    onEnd()
    return () => {}
  }
  const start = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const time = Math.min(1, Math.max(0, now - start) / durationMs)
    move(from + (to - from) * easeOut(time))
    if (time < 1) frame = requestAnimationFrame(step)
    else onEnd()
  })
  return () => cancelAnimationFrame(frame)
}
