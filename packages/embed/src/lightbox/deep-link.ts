import type { View } from '../view.js'

/**
 * Opens the picture that the page's address names, such as `#vitrine-prints/3`, now and when the address changes. Its
 * entry of the history is then that of a lightbox (`entry.ts`), with the page's own one before it.
 */
export function follow(
  { items, config, slug }: View,
  open: (index: number) => Promise<void>,
  signal: AbortSignal,
): void {
  const start = `#vitrine-${slug}/`
  const look = (event?: Event) => {
    const { hash, href } = location
    const index = hash.startsWith(start) ? Number(hash.slice(start.length)) - 1 : -1
    if (!items[index] || !config.lightbox) return
    const { state } = history
    if (!state?.vitrine) {
      const own = { ...state, vitrine: 1 }
      if (event) history.replaceState(own, '')
      else {
        history.replaceState(state, '', href.split('#')[0])
        history.pushState(own, '', href)
      }
    }
    // Without its code the page stays as it is.
    open(index).catch(() => {})
  }
  addEventListener('hashchange', look, { signal })
  look()
}
