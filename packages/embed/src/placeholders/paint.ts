import type { View } from '../view.js'
import { placeholderGradients } from './gradients.js'

/** Pictures whose blurred picture is painted: decoding all would make slow phones wait. */
const maxPainted = 24

/** Paints the ThumbHashes of a widget when it is near the screen: a page may have dozens. */
export function paint(shadow: ShadowRoot, view: View): void {
  const nearness = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      nearness.disconnect()
      paintNow(shadow, view)
    },
    { rootMargin: '50%' },
  )
  nearness.observe(shadow.host)
}

/** Paints those of the pictures that have not arrived. */
function paintNow(shadow: ShadowRoot, { items }: View): void {
  if (
    [...shadow.querySelectorAll('img')].every(
      ({ complete, naturalWidth }) => complete && naturalWidth,
    )
  )
    return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(placeholderGradients(items.slice(0, maxPainted).map(({ asset }) => asset)))
  shadow.adoptedStyleSheets.push(sheet)
}
