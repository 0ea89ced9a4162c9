import type { View } from '../view.js'
import { placeholderGradients } from './gradients.js'

/** Pictures whose blurred picture is painted: decoding all would make slow phones wait. */
const maxPainted = 24

/** Paints the ThumbHashes of the pictures that have not arrived. */
export function paint(shadow: ShadowRoot, { items }: View): void {
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
