import type { WhenStill } from '../scroll/when-still.js'

/** Displays the slides: a scrolling strip or a fading stack. */
export type SlideDisplay = {
  /** Index of the first slide in view; during a transition, of its destination. */
  _index: () => number
  _perView: () => number
  _isLooping: () => boolean
  _step: (by: number) => void
  _goTo: (index: number) => void
  _stop: () => void
}

export type SlideDisplayParts = {
  root: HTMLElement
  scroll: HTMLElement
  slides: readonly HTMLElement[]
  _isInfinite: boolean
  /** Current animation duration; 0 if the visitor prefers reduced motion. */
  _durationMs: () => number
  _whenStill: WhenStill
  /** Called when the first slide in view, or the number of slides in view, may have changed. */
  _onSettle: (display: SlideDisplay) => void
}
