import type { Markup } from '../markup/markup.js'
import type { View } from '../view.js'

/** A layout, as used by both the server and the browser. */
export type Layout = {
  css: string
  template: (view: View) => Markup
  /** Rules specific to one widget. */
  rules?: (view: View) => string
  /** Attaches behaviour to the markup. */
  start?: (parts: Parts) => Partial<Running> | undefined
}

export type Parts = {
  view: View
  /** The element created from `template`. */
  root: HTMLElement
  /** Called with the index of the first picture in view when that changes. */
  onSlide: (index: number) => void
  whenStill: WhenStill
}

/**
 * `whenStill` of scroll/when-still.ts. Injected, because a separate chunk would be one more
 * request.
 */
export type WhenStill = (scroll: HTMLElement, settle: () => void) => () => void

/** A running layout. */
export type Running = {
  /** Index of the first picture in view; -1 if the layout has no slides. */
  index: () => number
  goTo: (index: number) => void
  step: (by: number) => void
  play: (isWanted: boolean) => void
  stop: () => void
}
