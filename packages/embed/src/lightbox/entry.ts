import type { View } from '../view.js'

/** Ends when the browser has left the entry of the last lightbox: a new entry must not be removed with it. */
let leaving: Promise<unknown> = Promise.resolve()

/** How many entries of a lightbox lie above the page's own one, as the current entry says; 0 for an entry of the page. */
const depthHere = (): number => history.state?.vitrine || 0

/**
 * Gives an open lightbox an entry in the history, so that Back closes it. The page's own state is kept in the entry,
 * for routers that read it. With `deepLink` the entry's address names the picture.
 *
 * @param onBack the visitor has left the entry.
 * @param signal ends with the lightbox.
 */
export function createEntry(
  { config, slug }: View,
  index: number,
  onBack: () => void,
  signal: AbortSignal,
) {
  const start = config.deepLink && `#vitrine-${slug}/`
  let depth = 0
  let shown = index
  const write = (how: 'pushState' | 'replaceState') => {
    // Absolute, because a relative address would be resolved against the page's `<base>`.
    const address = start ? `${location.href.split('#')[0]}${start}${shown + 1}` : undefined
    try {
      history[how]({ ...history.state, vitrine: depth }, '', address)
    } catch {
      // Safari allows 100 calls in 30 s. The lightbox works without them.
    }
  }
  const enter = () => {
    if (signal.aborted) return
    // An entry of an earlier lightbox, such as after a reload or Forward, is used again.
    const how = depthHere() ? 'replaceState' : 'pushState'
    depth = depthHere() || 1
    write(how)
    const onPop = () => {
      const isOwn = start && location.hash.startsWith(start)
      // Another address of this widget: `deep-link.ts` shows its picture.
      if (isOwn) depth = depthHere() || depth + 1
      else if (start || !depthHere()) onBack()
    }
    addEventListener('popstate', onPop, { signal })
  }
  leaving.then(enter)
  return {
    /** Another picture is shown. */
    show: (index: number) => {
      shown = index
      if (start && depth) write('replaceState')
    },
    /** Goes back to the page's own entry, unless the visitor did, or the page has added entries of its own. */
    leave: () => {
      if (!depth || depthHere() !== depth) return
      leaving = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.go(-depth)
      depth = 0
    },
  }
}
