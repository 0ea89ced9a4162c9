import { toDom } from '../markup/dom.js'
import { whenStill } from '../scroll/when-still.js'
import type { View } from '../view.js'
import { sheetOf } from './sheet.js'

const load = () => import('../lightbox/lightbox.js')

/**
 * Opens pictures that link to themselves in a dialog. The dialog's code is loaded on the first sign
 * of interest; if it cannot be loaded, the link is followed.
 */
export function offerLightbox(shadow: ShadowRoot, root: HTMLElement, view: View): void {
  // With a lightbox every picture has a link: the index is that of the picture.
  root.querySelectorAll('a').forEach((link, index) => {
    if (!link.matches('.open')) return
    link.onpointerenter = link.onfocus = () => void load().catch(() => {})
    link.onclick = async (event) => {
      // Leave modified clicks to the browser: they open a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      root.dispatchEvent(new Event('engage'))
      await load().then(
        ({ openLightbox }) =>
          openLightbox(shadow, view, index, {
            _toDom: toDom,
            _sheetOf: sheetOf,
            _whenStill: whenStill,
          }),
        () => location.assign(link.href),
      )
    }
  })
}
