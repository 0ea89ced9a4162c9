/** Frames without movement after which a scroller counts as settled: an easing may pause for a few. */
const stillFrames = 12

/**
 * Calls `settle` when a scroller has settled: at `scrollend`, or, in browsers without it, after
 * several frames without movement. Not called while a finger is down or a mouse drags. Counting frames rather than
 * milliseconds keeps a slow page from being mistaken for a settled one.
 *
 * @returns stops listening.
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
  /** By a mouse. */
  const isDragged = () => scroll.matches('.dragged')
  for (const type of ['scroll', 'touchstart', 'touchend', 'touchcancel']) {
    on(type, (event) => {
      if ('touches' in event) isHeld = (event as TouchEvent).touches.length > 0
      cancelAnimationFrame(frame)
      if (!isHeld && !isDragged()) count(stillFrames)
    })
  }
  on('scrollend', () => {
    cancelAnimationFrame(frame)
    if (!isDragged()) settle()
  })
  return () => {
    cancelAnimationFrame(frame)
    listeners.abort()
  }
}

/** Layouts get it as an argument, because a separate chunk would be one more request. */
export type WhenStill = typeof whenStill
