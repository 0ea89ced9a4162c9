import { frame, ownRules } from '../frame.js'
import type { Extras, Layout, Running } from '../layout.js'
import { toDom } from '../markup/dom.js'
import { ratioOf } from '../picture-rules.js'
import { whenStill } from '../scroll/when-still.js'
import baseCss from '../styles/base.css'
import hostCss from '../styles/host.css'
import type { View } from '../view.js'
import { holdHeight } from './hold-height.js'
import { offerLightbox } from './offer-lightbox.js'
import { sheetOf } from './sheet.js'
import { watchPictures } from './watch-pictures.js'

const base = sheetOf(baseCss)
/** Styles of the host element: its size must be known before any content is shown. */
export const host = sheetOf(hostCss)

const ignore = () => {}
/** A layout without behaviour. */
export const still: Running = {
  _index: () => -1,
  _goTo: ignore,
  _step: ignore,
  _play: ignore,
  _stop: ignore,
}

/** Starts a widget that has been drawn into the shadow root, also by the server. */
export function show(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  _extras: Extras,
  onSlide: (index: number) => void,
): Running {
  const box = shadow.querySelector('.box')
  const root = box?.firstElementChild as HTMLElement
  box?.classList.add('live')
  offerLightbox(shadow, root, view)
  const stopWatching = watchPictures(shadow)
  const running = {
    ...still,
    ...layout._start?.({ view, root, _onSlide: onSlide, _whenStill: whenStill, _extras }),
  }
  return {
    ...running,
    _stop: () => {
      stopWatching()
      running._stop()
    },
  }
}

/** The first picture as a placeholder; it needs none of the layout's code. */
export const preview: Layout = {
  css: '',
  _template: ({ items: [first] }) => first?.content ?? '',
  _rules: ({ items: [first] }) =>
    first
      ? `.box>*{max-width:${first._slot};max-height:var(--vitrine-max-height);--ratio:${ratioOf(first.shape)}}`
      : '',
}

/** Builds the widget's DOM unless the server has already rendered it. */
export function draw(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  { extraCss = '' }: Extras = {},
): void {
  const { height } = shadow.host.getBoundingClientRect()
  const isFirst = !shadow.querySelector('.live')
  const isReserved = shadow.querySelector('slot+svg')
  shadow.adoptedStyleSheets = [
    host,
    base,
    sheetOf(layout.css + extraCss),
    sheetOf(ownRules(layout, view)),
  ]
  shadow.querySelector('style')?.remove()
  const made = toDom(frame(layout, view)) as HTMLElement
  if (!shadow.querySelector('.frame')?.isEqualNode(made)) {
    shadow.replaceChildren(made)
    if (isFirst) holdHeight(made, height)
    // Its width is an estimate.
    if (isReserved && layout === preview) made.style.maxHeight = `${height}px`
  }
  // The server has painted its own, in another style.
  if (view.items.some(({ asset }) => asset.placeholder) && !shadow.querySelector('style'))
    import('../placeholders/paint.js').then(({ paint }) => paint(shadow, view), ignore)
}
