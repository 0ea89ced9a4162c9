/*
 * What runs in a page. The text of each function is sent there, so it may use its arguments and the
 * functions that `pageScript` puts into every page, nothing else of this file.
 */

/** What a carousel shows and what it says that it shows, counted from 0. */
export type Told = {
  /** The slide that is drawn at the start of the view; null where none is. */
  drawn: number | null
  index: number
  event: number
  dot: number
  counter: number
  /** The slides that can be reached, in order from the one that is drawn. */
  reachable: number[]
}

export type Widget = HTMLElementTagNameMap['vitrine-widget']

type Probe = {
  problems: string[]
  events: WeakMap<EventTarget, number>
  rootOf: (widget: Widget) => ShadowRoot
  frames: (count: number) => Promise<void>
  until: (isTrue: () => unknown) => Promise<void>
  widgets: () => Widget[]
  told: (widget: Widget) => Told
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Before anything else in a page: notes what goes wrong, and has what the checks need. */
function install(): void {
  const problems: string[] = []
  const note = (what: unknown) => problems.push(String(what))
  addEventListener('error', ({ message }) => message && note(message))
  addEventListener('unhandledrejection', ({ reason }) => note(reason))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => note(blockedURI))
  const { error } = console
  console.error = (...all: unknown[]) => {
    note(all)
    error(...all)
  }
  const events = new WeakMap<EventTarget, number>()
  addEventListener(
    'vitrine-slide',
    ({ target, detail }: CustomEventInit & { target?: unknown }) => {
      events.set(target as EventTarget, detail.index)
    },
  )
  addEventListener('vitrine-error', (event) => note((event as CustomEvent).detail.message))

  const rootOf = (widget: Widget) => {
    if (!widget.shadowRoot) throw new Error('a widget has no shadow root')
    return widget.shadowRoot
  }
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
  }
  const until = async (isTrue: () => unknown) => {
    while (!isTrue()) await frames(1)
  }
  const told = (widget: Widget): Told => {
    const root = rootOf(widget)
    const slides = [...root.querySelectorAll<HTMLElement>('.slide')]
    const isRightToLeft = getComputedStyle(widget).direction === 'rtl'
    const startOf = (one: Element | null) => {
      const { left, right } = one?.getBoundingClientRect() ?? new DOMRect()
      return isRightToLeft ? -right : left
    }
    const start = startOf(root.querySelector('.scroll'))
    const drawn = slides.findIndex((slide) => Math.abs(startOf(slide) - start) < 2)
    const dots = [...root.querySelectorAll('.dot')]
    return {
      drawn: drawn < 0 ? null : drawn,
      index: widget.index,
      event: events.get(widget) ?? 0,
      dot: dots.findIndex((dot) => dot.ariaSelected === 'true'),
      counter: Number.parseInt(root.querySelector('.counter')?.textContent ?? '', 10) - 1,
      reachable: slides
        .map((_, offset) => (Math.max(drawn, 0) + offset) % slides.length)
        .filter((at) => !slides[at]?.inert),
    }
  }
  const widgets = () => [...document.querySelectorAll('vitrine-widget')]
  window.probe = { problems, events, rootOf, frames, until, widgets, told }
}

/** Browsers before `scrollend`: Safari had none until 26.2. */
function withoutScrollend(): void {
  for (const prototype of [Element.prototype, Document.prototype, Window.prototype]) {
    Reflect.deleteProperty(prototype, 'onscrollend')
  }
  Reflect.deleteProperty(window, 'onscrollend')
  addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)
}

/** A visitor who wants no motion, as far as scripts ask: drivers cannot set it alike. */
function withReducedMotion(): void {
  const ask = window.matchMedia
  window.matchMedia = (query) => ask.call(window, query.includes('motion') ? 'all' : query)
}

/** The tests' loader adds calls of it to functions. */
const named = 'const __name = (one) => one;'

export type PageOptions = { hasScrollend?: boolean; isMotionReduced?: boolean }

/** A `<script>` for the head of a page. */
export function pageScript({ hasScrollend = true, isMotionReduced = false }: PageOptions): string {
  const parts = [install, ...(hasScrollend ? [] : [withoutScrollend])]
  if (isMotionReduced) parts.push(withReducedMotion)
  return `<script>{ ${named} ${parts.map((part) => `(${part})();`).join('\n')} }</script>`
}

/** A call as the body of an async function. */
export const callOf = (run: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `${named} return await (${run})(...${JSON.stringify(args)})`
