/*
 * Functions that run in a page. They must be self-contained, because they are sent there as text.
 */

export type Shift = { startMs: number; value: number }

declare global {
  interface Window {
    seen: { shifts: Shift[]; violations: string[] }
  }
}

/** Runs first in a page: records layout shifts and violations of the page's policy. */
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

/** The `alt` of the picture in the middle of the selected element, including shadow roots. */
export function pictureInMiddle(selector: string): string | null {
  const place = document.querySelector(selector)
  if (place === null) return null
  const box = place.getBoundingClientRect()
  const middle = (box.left + box.right) / 2
  const roots: ParentNode[] = [place, ...(place.shadowRoot === null ? [] : [place.shadowRoot])]
  // The list grows during the iteration.
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
