import type { WhenStill } from '../layouts/layout.js'

/** Displays the slides: a scrolling strip or a fading stack. */
export type Stage = {
  /** Index of the first slide in view; during a transition, of its destination. */
  index: () => number
  /** Number of slides in view. */
  perView: () => number
  isLooping: () => boolean
  step: (by: number) => void
  goTo: (index: number) => void
  stop: () => void
}

export type StageParts = {
  root: HTMLElement
  scroll: HTMLElement
  slides: readonly HTMLElement[]
  isInfinite: boolean
  /** Current animation duration; 0 if the visitor prefers reduced motion. */
  durationMs: () => number
  whenStill: WhenStill
  /** Called when the first slide in view, or the number of slides in view, may have changed. */
  onSettle: (stage: Stage) => void
}
