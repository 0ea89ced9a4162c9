export type Looks = Record<string, number | false>

/** The delivery API takes as many in one call. */
const maxEvents = 50

/**
 * Records views, followed links and opened pictures of a widget. Nothing about the visitor is stored or sent.
 *
 * @param ids of its pictures, in order.
 * @param looks in how many looks in a row a picture, or the widget, was half in sight, or false: by the picture's id, as
 *   filters and reloads change its place. The caller keeps it, so that a view counts once per element and page.
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
      for (const { target, intersectionRatio, intersectionRect } of entries) {
        const id = ids[parts.indexOf(target) - 1]
        const key = `${id}`
        if ((looks[key] as number) > 1) continue
        // For a part higher than the window, half the window is enough. A slide of a stack is in sight
        // even if another one is shown.
        looks[key] =
          (intersectionRatio >= 0.5 || intersectionRect.height / innerHeight >= 0.5) &&
          !target.closest('[inert]') &&
          1 + (looks[key] || 0)
        if ((looks[key] as number) > 1) add('view', id)
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
