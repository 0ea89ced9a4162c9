/*
 * Functions that run in a page. Their text is sent there, so they may only use their arguments and
 * the functions that `pageScript` adds to every page, nothing else of this file.
 */

/** The slide a carousel shows and the one it announces, counted from 0. */
export type Told = {
  /** The slide drawn at the start of the view; null if there is none. */
  drawn: number | null
  index: number
  event: number
  dot: number
  counter: number
  /** The slides that are not inert, in order from the drawn one. */
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
  /** Advances the clock of a page that has its own, and waits until its intersections are observed. */
  pass: (milliseconds: number) => Promise<void>
  /** How many timers the page waits for; 0 if it has no clock of its own. */
  timers: () => number
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Runs first in a page: records problems and defines the helpers of the checks. */
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
  const pass = () => Promise.reject(new Error('the page has no clock of its own'))
  const timers = () => 0
  window.probe = { problems, events, rootOf, frames, until, widgets, told, pass, timers }
}

/** Emulates browsers without `scrollend`: Safari had none until 26.2. */
function withoutScrollend(): void {
  for (const prototype of [Element.prototype, Document.prototype, Window.prototype]) {
    Reflect.deleteProperty(prototype, 'onscrollend')
  }
  Reflect.deleteProperty(window, 'onscrollend')
  addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)
}

/** Emulates reduced motion for scripts, because drivers have no common way to set it. */
function withReducedMotion(): void {
  const ask = window.matchMedia
  window.matchMedia = (query) => ask.call(window, query.includes('motion') ? 'all' : query)
}

/** Timers end only when a check advances the clock, so that no check depends on the machine's speed. */
function withOwnClock(): void {
  const timers = new Map<number, { call: () => void; due: number }>()
  const { setTimeout: start, clearTimeout: clear } = window
  let now = 0
  // Apart from the browser's own numbers.
  let last = 1e9
  const setTimeout = (call: () => void, delay = 0) => {
    // The driver of WebKit limits the time of scripts by a long timer of the page.
    if (delay > 100_000) return start(call, delay)
    timers.set(++last, { call, due: now + delay })
    return last
  }
  const clearTimeout = (id: number) => timers.delete(id) || clear(id)
  Object.assign(window, { setTimeout, clearTimeout })
  const { probe } = window
  probe.timers = () => timers.size
  probe.pass = async (milliseconds) => {
    now += milliseconds
    for (const [id, { call, due }] of timers) {
      if (due > now) continue
      timers.delete(id)
      call()
    }
    await new Promise<void>((resolve) => {
      const sight = new IntersectionObserver(() => {
        sight.disconnect()
        resolve()
      })
      sight.observe(document.body)
    })
    // Engines notify observers in any order, but all of them before the next frame.
    await probe.frames(1)
  }
}

/** Global Privacy Control in engines that have no setting for it. */
function withPrivacyControl(): void {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
}

/** tsx instruments functions with calls to it. */
const named = 'const __name = (one) => one;'

export type PageOptions = {
  hasScrollend?: boolean
  isMotionReduced?: boolean
  hasOwnClock?: boolean
  hasPrivacyControl?: boolean
}

/** A `<script>` for the head of a page. */
export function pageScript({
  hasScrollend = true,
  isMotionReduced = false,
  hasOwnClock = false,
  hasPrivacyControl = false,
}: PageOptions): string {
  const parts = [install, ...(hasScrollend ? [] : [withoutScrollend])]
  if (isMotionReduced) parts.push(withReducedMotion)
  if (hasOwnClock) parts.push(withOwnClock)
  if (hasPrivacyControl) parts.push(withPrivacyControl)
  return `<script>{ ${named} ${parts.map((part) => `(${part})();`).join('\n')} }</script>`
}

/** A call as the body of an async function. */
export const callOf = (run: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `${named} return await (${run})(...${JSON.stringify(args)})`
