import type { Markup } from '../markup/markup.js'
import type { Config } from '../settings/config.js'
import type { View } from '../view.js'

/** One layout, as the server and the browser use it. */
export type Layout = {
  css: string
  /** CSS length of a picture's place, from that of the widget. */
  slot: (config: Config, width: string) => string
  template: (view: View) => Markup
  /** Rules of this one widget. */
  rules?: (view: View) => string
  /** Brings the markup to life. */
  start?: (parts: Parts) => Running
}

export type Parts = {
  view: View
  /** The element that `template` has made. */
  root: HTMLElement
  /** Called when another picture is the first one that is shown; counted from 0. */
  onSlide: (index: number) => void
}

/** A layout that runs. All but `stop` are for those that have an order of slides. */
export type Running = {
  stop: () => void
  index?: () => number
  goTo?: (index: number) => void
  step?: (by: number) => void
  play?: (isWanted: boolean) => void
}
