import { toDom } from '../markup/dom.js'
import { whenStill } from '../scroll/when-still.js'
import type { View } from '../view.js'
import { sheetOf } from './sheet.js'

const load = () => import('../lightbox/lightbox.js')

/**
 * Pictures that link to themselves open in a dialog. Its code comes with the first sign that it
 * will be wanted; if it does not come, the link is followed.
 */
export function offerLightbox(shadow: ShadowRoot, root: HTMLElement, view: View): void {
  root.querySelectorAll<HTMLAnchorElement>('.open').forEach((link, index) => {
    link.onpointerenter = link.onfocus = () => void load().catch(() => {})
    link.onclick = async (event) => {
      // A new tab or window is what was asked for.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      root.dispatchEvent(new Event('engage'))
      await load().then(
        ({ openLightbox }) => openLightbox(shadow, view, index, { toDom, sheetOf, whenStill }),
        () => location.assign(link.href),
      )
    }
  })
}
