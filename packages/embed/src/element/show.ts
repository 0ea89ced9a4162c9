import { frame, ownRules } from '../frame.js'
import type { Layout, Running } from '../layouts/layout.js'
import { toDom } from '../markup/dom.js'
import { whenStill } from '../scroll/when-still.js'
import baseCss from '../styles/base.css'
import hostCss from '../styles/host.css'
import type { View } from '../view.js'
import { holdPlace } from './hold-place.js'
import { offerLightbox } from './offer-lightbox.js'
import { sheetOf } from './sheet.js'
import { watchPictures } from './watch-pictures.js'

const base = sheetOf(baseCss)
/** The element's own: its place, which is measured before anything is shown. */
export const host = sheetOf(hostCss)

const ignore = () => {}
/** What does not run. */
export const still: Running = {
  index: () => -1,
  goTo: ignore,
  step: ignore,
  play: ignore,
  stop: ignore,
}

/** Shows a widget in the shadow root, or takes over what the server has written there. */
export function show(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  onSlide: (index: number) => void,
): Running {
  draw(shadow, layout, view)
  const box = shadow.querySelector('.box')
  const root = box?.firstElementChild as HTMLElement
  box?.classList.add('live')
  offerLightbox(shadow, root, view)
  const stopWatching = watchPictures(shadow)
  const running = { ...still, ...layout.start?.({ view, root, onSlide, whenStill }) }
  return {
    ...running,
    stop: () => {
      stopWatching()
      running.stop()
    },
  }
}

/** The first picture in its place, which needs no code of the layout's. */
export const preview: Layout = {
  css: '',
  template: ({ items: [first] }) => first?.content ?? '',
  rules: ({ slot }) => `.box>*{max-width:${slot};max-height:var(--vitrine-max-height)}`,
}

/** Makes what a widget consists of, unless it is there. */
export function draw(shadow: ShadowRoot, layout: Layout, view: View): void {
  const { height } = shadow.host.getBoundingClientRect()
  const isFirst = !shadow.querySelector('.live')
  shadow.adoptedStyleSheets = [host, base, sheetOf(layout.css), sheetOf(ownRules(layout, view))]
  shadow.querySelector('style')?.remove()
  const made = toDom(frame(layout, view)) as HTMLElement
  if (shadow.querySelector('.frame')?.isEqualNode(made)) return
  shadow.replaceChildren(made)
  if (isFirst) holdPlace(made, height)
}
