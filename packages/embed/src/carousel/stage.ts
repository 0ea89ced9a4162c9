import type { WhenStill } from '../layouts/layout.js'

/** What shows the slides: a strip that scrolls, or a stack that fades. */
export type Stage = {
  /** The slide that is shown first, counted from 0; while it moves, the one it moves to. */
  index: () => number
  /** How many are seen at once. */
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
  /** 0 where motion is not wanted, at this moment. */
  durationMs: () => number
  whenStill: WhenStill
  /** Called whenever the first slide in view, or how many are, may have changed. */
  onSettle: (stage: Stage) => void
}
