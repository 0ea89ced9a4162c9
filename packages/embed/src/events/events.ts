export type Looks = Record<string, number | false>

/** The delivery API takes as many in one call. */
const maxEvents = 50

/**
 * Records views, followed links and opened pictures of a widget. Nothing about the visitor is stored or sent.
 *
 * @param ids of its pictures, in order.
 * @param looks in how many looks in a row a picture was half in sight, or false, by its id, since filters and reloads
 *   change its place; the widget's own are those of ''. The caller keeps it, so that a view counts once per element and page.
 */
export function record(
  shadow: ShadowRoot,
  ids: readonly string[],
  address: string,
  looks: Looks,
): void {
  const box = shadow.querySelector('.box') as HTMLElement
  const parts: Element[] = [box, ...box.querySelectorAll('.picture')]
  let events: object[] = []

  const send = () => {
    // A body of text needs no preflight. The request outlives the page. A failure is ignored.
    if (events[0])
      fetch(address, { method: 'POST', body: JSON.stringify({ events }), keepalive: true }).catch(
        send,
      )
    events = []
  }
  const add = (type: string, assetId: string | undefined) => {
    // Adding it twice has no effect, and it does not outlive the widget for long.
    addEventListener('visibilitychange', send, { once: true })
    if (events.push({ type, assetId }) === maxEvents) send()
  }
  const look = () => {
    // Removed, or shown again, which another call records.
    if (!box.isConnected) return send()
    const sight = new IntersectionObserver((entries) => {
      sight.disconnect()
      setTimeout(look, 1000)
      // A picture may stand in several places.
      const isSeen: Record<string, boolean> = {}
      for (const { target, intersectionRatio, intersectionRect } of entries) {
        // For a part higher than the window, half the window is enough. A slide of a stack is in sight
        // even if another one is shown.
        isSeen[ids[parts.indexOf(target) - 1] ?? ''] ||=
          (intersectionRatio >= 0.5 || intersectionRect.height / innerHeight >= 0.5) &&
          !target.closest('[inert]')
      }
      for (const id in isSeen) {
        if ((looks[id] as number) > 1) continue
        looks[id] = !!isSeen[id] && 1 + (looks[id] || 0)
        if ((looks[id] as number) > 1) add('view', id || undefined)
      }
    })
    for (const part of parts) sight.observe(part)
  }
  box.onclick = ({ target, defaultPrevented }) => {
    const id = ids[parts.indexOf((target as Element).closest('a')?.parentNode as Element) - 1]
    // The lightbox prevents that the link is followed.
    if (id) add(defaultPrevented ? 'open' : 'click', id)
  }
  look()
}
