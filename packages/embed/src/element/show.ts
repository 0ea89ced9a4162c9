import { frame, ownRules } from '../frame.js'
import type { Labels } from '../labels/labels.js'
import type { Layout, Running } from '../layouts/layout.js'
import { toDom } from '../markup/dom.js'
import type { Published } from '../published.js'
import base from '../styles/base.css'
import { createView } from '../view.js'
import { offerLightbox } from './offer-lightbox.js'
import { sheetOf } from './sheet.js'

/** Shows a widget in the shadow root, or takes over what the server has written there. */
export function show(
  shadow: ShadowRoot,
  published: Published,
  layout: Layout,
  labels: Labels,
  onSlide: (index: number) => void,
): Running {
  const host = shadow.host as HTMLElement
  const given = host.getAttribute('width')
  const viewAt = (width: string, isOnScreen: boolean) =>
    createView(published, { labels, width, isOnScreen }, layout.slot)

  const assumed = viewAt(given ?? '100vw', true)
  shadow.adoptedStyleSheets = [base, layout.css, ownRules(layout, assumed)].map(sheetOf)
  shadow.querySelector('style')?.remove()
  // Made only to be compared: a picture is fetched as soon as it is made.
  const isWritten = shadow.querySelector('.frame')
  if (!isWritten?.isEqualNode(toDom(frame(layout, assumed)))) {
    const { top, width } = host.getBoundingClientRect()
    // As a part of the screen, so that it holds when that is turned or resized.
    const actual = viewAt(given ?? `${(100 * width) / innerWidth}vw`, top < innerHeight)
    shadow.replaceChildren(toDom(frame(layout, actual)))
    // What has kept the place free until now.
    host.style.aspectRatio = host.style.padding = ''
  }
  const box = shadow.querySelector('.box')
  const root = box?.firstElementChild as HTMLElement
  markLoaded(shadow)
  box?.classList.add('live')
  offerLightbox(shadow, root, assumed)
  return layout.start?.({ view: assumed, root, onSlide }) ?? { stop: () => {} }
}

/** The ground that stands for a picture goes when it is there: pictures may be transparent. */
function markLoaded(shadow: ShadowRoot): void {
  for (const picture of shadow.querySelectorAll('img')) {
    const mark = () => picture.classList.add('loaded')
    if (picture.complete) mark()
    else picture.onload = mark
  }
}
