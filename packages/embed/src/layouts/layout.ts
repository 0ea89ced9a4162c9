import type { Markup } from '../markup/markup.js'
import type { View } from '../view.js'

/** One layout, as the server and the browser use it. */
export type Layout = {
  css: string
  template: (view: View) => Markup
  /** Rules of this one widget. */
  rules?: (view: View) => string
  /** Brings the markup to life. */
  start?: (parts: Parts) => Partial<Running> | undefined
}

export type Parts = {
  view: View
  /** The element that `template` has made. */
  root: HTMLElement
  /** Called when another picture is the first one that is shown; counted from 0. */
  onSlide: (index: number) => void
  whenStill: WhenStill
}

/** `whenStill` of scroll/when-still.ts, handed in: a part of its own would be one more request. */
export type WhenStill = (scroll: HTMLElement, settle: () => void) => () => void

/** A layout that runs. */
export type Running = {
  /** The first picture in view, counted from 0; -1 where there is no order of slides. */
  index: () => number
  goTo: (index: number) => void
  step: (by: number) => void
  play: (isWanted: boolean) => void
  stop: () => void
}
