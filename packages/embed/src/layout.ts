import type { arrange } from './arrangement/arrangement.js'
import type { startCaptions } from './captions/captions.js'
import type { createRotation } from './carousel/rotation.js'
import type { createStack } from './carousel/stack.js'
import type { showThumbnail, thumbnail } from './carousel/thumbnails.js'
import type { variantOf } from './carousel/variant.js'
import type { Markup } from './markup/markup.js'
import type { WhenStill } from './scroll/when-still.js'
import type { View } from './view.js'

/** A layout, as used by both the server and the browser. */
export type Layout = {
  css: string
  _template: (view: View, extras: Extras) => Markup
  /** Rules specific to one widget. */
  _rules?: (view: View) => string
  /** Attaches behaviour to the markup. */
  _start?: (parts: Parts) => Partial<Running> | undefined
}

export type Parts = {
  view: View
  /** The element created from `template`. */
  root: HTMLElement
  /** Called with the index of the first picture in view when that changes. */
  _onSlide: (index: number) => void
  _whenStill: WhenStill
  _extras: Extras
}

/** Code that few widgets use. It is loaded beside that of their layout. */
export type Extras = {
  arrange?: typeof arrange
  createRotation?: typeof createRotation
  createStack?: typeof createStack
  /** Styles of all of them. */
  extraCss?: string
  showThumbnail?: typeof showThumbnail
  startCaptions?: typeof startCaptions
  thumbnail?: typeof thumbnail
  variantOf?: typeof variantOf
}

export type Running = {
  /** Index of the first picture in view; -1 if the layout has no slides. */
  _index: () => number
  _goTo: (index: number) => void
  _step: (by: number) => void
  _play: (isWanted: boolean) => void
  _stop: () => void
}
