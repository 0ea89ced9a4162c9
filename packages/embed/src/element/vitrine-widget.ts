import type { Looks } from '../events/events.js'
import { loadLabels } from '../labels/load.js'
import type { Running } from '../layout.js'
import { layoutLoaders, loadExtras } from '../layouts/load.js'
import type { Markup } from '../markup/markup.js'
import type { LayoutName, Published } from '../published.js'
import { createView, type Surroundings, type View } from '../view.js'
import { draw, host, preview, show, still } from './show.js'

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-widget': VitrineWidget
  }
}

/** Statuses meaning that the widget, or the page's access to it, was withdrawn. */
const withdrawals = [401, 403, 404]

/**
 * `<vitrine-widget slug="…" api-key="pk_…">`: shows a published widget. The element's own content
 * is shown until the widget has loaded, and remains if loading fails. Attributes, properties and
 * events are documented in `custom-elements.json`.
 */
export class VitrineWidget extends HTMLElement {
  static readonly observedAttributes = [
    // In this order: see `#address`.
    'slug',
    'api-key',
    'base-url',
    'layout',
    'ratio',
    'width',
    'lang',
    'dir',
  ]

  #running: Running = still
  readonly #looks: Looks = {}
  #data: Published | undefined
  /** Follows the page's language and direction. */
  readonly #page = new MutationObserver(() => this.reload())
  /** Attempt counter: only the latest attempt may update the content. */
  #attempt = 0

  connectedCallback(): void {
    const { data } = this
    // A property assigned before the element was upgraded would shadow the setter for good.
    Reflect.deleteProperty(this, 'data')
    this.data = data
    this.#page.observe(document.documentElement, { attributeFilter: ['lang', 'dir'] })
  }

  disconnectedCallback(): void {
    this.#attempt++
    this.#page.disconnect()
    this.#running._stop()
  }

  attributeChangedCallback(): void {
    this.reload()
  }

  /** Shows this response of the delivery API instead of fetching one. */
  set data(published: Published | undefined) {
    this.#data = published
    this.reload()
  }
  get data(): Published | undefined {
    return this.#data
  }

  /** Index of the first picture in view; -1 if the layout has no slides. */
  get index(): number {
    return this.#running._index()
  }
  set index(index: number) {
    this.#running._goTo(index)
  }

  next(): void {
    this.#running._step(1)
  }
  previous(): void {
    this.#running._step(-1)
  }
  play(): void {
    this.#running._play(true)
  }
  pause(): void {
    this.#running._play(false)
  }

  /** Fetches and shows the widget again. Never rejects: failures fire `vitrine-error`. */
  async reload(): Promise<void> {
    const attempt = ++this.#attempt
    // Batches attributes that are set in the same task.
    await null
    const isOver = () => attempt !== this.#attempt || !this.isConnected
    if (isOver()) return
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const fallBack = () => {
      const slot = document.createElement('slot')
      slot.style.display = 'block'
      slot.style.aspectRatio = this.getAttribute('ratio') ?? ''
      shadow.replaceChildren(slot)
    }
    if (!shadow.firstChild) fallBack()
    if (!shadow.adoptedStyleSheets.length) shadow.adoptedStyleSheets = [host]
    const shown = shadow.querySelector('.box')
    // If the page names the layout, its code is loaded in parallel with the widget.
    layoutLoaders[this.getAttribute('layout') as LayoutName]?.().catch(() => {})
    try {
      const [published, labels] = await Promise.all([
        this.#data ?? fetchPublished(this.#address()),
        loadLabels(this.closest<HTMLElement>('[lang]')?.lang ?? ''),
      ])
      if (isOver()) return
      const { widget, assets } = published
      const surroundings = { labels, ...this.#surroundings(shown?.matches(':not(.live)')) }
      const whole = createView(published, surroundings)
      // Show the first picture while the layout's code is still loading.
      if (!shown && surroundings._isOnScreen && !whole._isArranged)
        draw(shadow, preview, whole, {}, [])
      const [{ layout }, extras] = await Promise.all([
        layoutLoaders[widget.layout](),
        loadExtras(whole),
      ])
      if (isOver()) return
      const count = assets.length
      const start = (view: View, above?: readonly Markup[]) => {
        this.#running._stop()
        draw(shadow, layout, view, extras, above)
        this.#running = published.isStill
          ? still
          : show(shadow, layout, view, extras, (index) => this.#tell('slide', { index, count }))
        if (published.events)
          recordEvents(shadow, view, () => this.#address('/events'), this.#looks)
      }
      if (extras.arrange)
        extras.arrange(published, {
          ...surroundings,
          _createView: createView,
          _shadow: shadow,
          _isWritten: !!shown,
          _start: start,
        })
      else start(whole, [])
      this.#tell('ready', { layout: widget.layout, count })
    } catch (error) {
      if (isOver()) return
      const { message, cause: status } = error as Error
      // Remove a withdrawn widget, including server-rendered markup, and an unfinished placeholder.
      // After other failures, complete content remains.
      if (withdrawals.includes(status as number) || (!shown && shadow.querySelector('.box'))) {
        this.#running._stop()
        fallBack()
      }
      this.#tell('error', { message, status })
    }
  }

  /** The actual values; for server-rendered content, the values the server assumed. */
  #surroundings(isWritten = false): Omit<Surroundings, 'labels'> {
    const { top, width } = this.getBoundingClientRect()
    // In `vw`, so that it stays correct when the window is rotated or resized.
    const share = isWritten ? 100 : (100 * width) / innerWidth
    return {
      width: this.getAttribute('width') ?? `${share}vw`,
      _isFramed: parent !== self,
      _isOnScreen: isWritten || top < innerHeight,
    }
  }

  #address(resource = ''): string {
    const [slug, apiKey, base] = VitrineWidget.observedAttributes.map((name) =>
      this.getAttribute(name),
    )
    if (!slug || !apiKey) throw new Error('slug and api-key are needed')
    // Defaults to the script's origin. The key goes into the query: a header would need a
    // preflight.
    const path = `api/v1/widgets/${encodeURIComponent(slug)}${resource}?api_key=${encodeURIComponent(apiKey)}`
    return `${new URL(path, base ? `${base.replace(/\/*$/, '/')}` : new URL('..', import.meta.url))}`
  }

  #tell(event: string, detail: object): void {
    this.dispatchEvent(
      new CustomEvent(`vitrine-${event}`, { detail, bubbles: true, composed: true }),
    )
  }
}

const timeoutMs = 10_000

/** Requests in progress, shared by all elements that show the same widget. */
const pending = new Map<string, Promise<Published>>()

/** @throws Error whose `cause` is the HTTP status, if there was a response. */
function fetchPublished(url: string): Promise<Published> {
  const request = pending.get(url) ?? ask(url).finally(() => pending.delete(url))
  pending.set(url, request)
  return request
}

async function ask(url: string): Promise<Published> {
  // Same mode as `<link rel="preload" as="fetch" crossorigin>`, so that a preload is reused.
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error('widget refused', { cause: answer.status })
  return answer.json()
}

/**
 * Reports what visitors do, unless they object (Global Privacy Control), for as long as the widget stays in
 * the page. Its code is loaded when the widget is shown. It never disturbs the widget.
 */
function recordEvents(
  shadow: ShadowRoot,
  { items }: View,
  address: () => string,
  looks: Looks,
): void {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return
  const loading = import('../events/events.js')
  loading
    .then(({ record }) => {
      const ids = items.map(({ asset }) => asset.id)
      record(shadow, ids, address(), looks)
    })
    .catch(() => {})
}
