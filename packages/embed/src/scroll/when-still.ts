/** Frames without movement after which a scroller has come to rest: an easing pauses for a few. */
const stillFrames = 12

/**
 * Calls `settle` whenever a scroller has come to rest: at `scrollend`, or where a browser sends none,
 * when no frame has moved it for a while. Not while a finger holds it. Frames are counted, not
 * milliseconds, so that a page that is slow to draw is not taken for one that stands still.
 *
 * @returns ends it.
 */
export function whenStill(scroll: HTMLElement, settle: () => void): () => void {
  let frame = 0
  const count = (left: number) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => (left ? count(left - 1) : settle()))
  }
  const listeners = new AbortController()
  const on = (type: string, listener: (event: Event) => void) =>
    scroll.addEventListener(type, listener, { passive: true, signal: listeners.signal })
  let isHeld = false
  const wait = () => {
    cancelAnimationFrame(frame)
    if (!isHeld) count(stillFrames)
  }
  on('scroll', wait)
  on('scrollend', () => {
    cancelAnimationFrame(frame)
    settle()
  })
  for (const type of ['touchstart', 'touchend', 'touchcancel']) {
    on(type, (event) => {
      isHeld = (event as TouchEvent).touches.length > 0
      wait()
    })
  }
  return () => {
    cancelAnimationFrame(frame)
    listeners.abort()
  }
}
