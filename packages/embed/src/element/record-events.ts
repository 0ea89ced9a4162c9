import type { View } from '../view.js'

/**
 * Reports what visitors do, unless they object (Global Privacy Control), for as long as the widget stays in
 * the page. Its code is loaded when the widget is shown. It never disturbs the widget.
 */
export function recordEvents(
  shadow: ShadowRoot,
  { items }: View,
  address: () => string,
  looks: (number | false)[],
): void {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return
  import('../events/events.js')
    .then(({ record }) => {
      const ids = items.map(({ asset }) => asset.id)
      record(shadow, ids, address(), looks)
    })
    .catch(() => {})
}
