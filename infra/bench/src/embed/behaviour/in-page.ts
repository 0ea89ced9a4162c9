/* What is run inside of a page: each function stands for itself, for it is sent there as text. */

export type Shift = { startMs: number; value: number }

declare global {
  interface Window {
    seen: { shifts: Shift[]; violations: string[] }
  }
}

/** From the very first on, notes what moves by itself and what the page's policy forbids. */
export function takeNotes(): void {
  const seen: Window['seen'] = { shifts: [], violations: [] }
  window.seen = seen
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    seen.violations.push(`${effectiveDirective} ${blockedURI}`)
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      const { hadRecentInput, startTime: startMs, value } = entry
      if (!hadRecentInput) seen.shifts.push({ startMs, value })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The `alt` of the picture in the middle of what the selector finds, shadow roots included. */
export function pictureInMiddle(selector: string): string | null {
  const place = document.querySelector(selector)
  if (place === null) return null
  const box = place.getBoundingClientRect()
  const middle = (box.left + box.right) / 2
  const roots: ParentNode[] = [place, ...(place.shadowRoot === null ? [] : [place.shadowRoot])]
  // It grows while it is gone through.
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot)
      const { left, right } = element.getBoundingClientRect()
      if (element.localName === 'img' && left <= middle && middle < right) {
        return element.getAttribute('alt')
      }
    }
  }
  return null
}
