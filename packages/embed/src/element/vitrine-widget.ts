import { loadLabels } from '../labels/load.js'
import type { Running } from '../layouts/layout.js'
import { layoutLoaders } from '../layouts/load.js'
import type { LayoutName, Published } from '../published.js'
import { createView } from '../view.js'
import { fetchPublished } from './fetch-published.js'
import { draw, host, preview, show, still } from './show.js'

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-widget': VitrineWidget
  }
}

/** Answers that say that the widget, or the page's right to it, was withdrawn. */
const withdrawals = [401, 403, 404]

/**
 * `<vitrine-widget slug="…" api-key="pk_…">`: shows a published widget. What it contains is shown
 * until then, and stays when that fails. Attributes, properties and events are those of
 * `custom-elements.json`.
 */
export class VitrineWidget extends HTMLElement {
  static readonly observedAttributes = ['slug', 'api-key', 'base-url']

  #running: Running = still
  #data: Published | undefined
  /** Numbers the attempts: only the newest may show anything. */
  #attempt = 0

  connectedCallback(): void {
    const { data } = this
    // Set before there was a setter: it would hide that for good.
    Reflect.deleteProperty(this, 'data')
    this.data = data
  }

  disconnectedCallback(): void {
    this.#attempt++
    this.#running.stop()
  }

  attributeChangedCallback(): void {
    this.reload()
  }

  /** Shows this, the delivery API's answer, instead of fetching it. */
  set data(published: Published | undefined) {
    this.#data = published
    this.reload()
  }
  get data(): Published | undefined {
    return this.#data
  }

  /** The first picture in view, counted from 0; -1 where there is no order of slides. */
  get index(): number {
    return this.#running.index()
  }
  set index(index: number) {
    this.#running.goTo(index)
  }

  next(): void {
    this.#running.step(1)
  }
  previous(): void {
    this.#running.step(-1)
  }
  play(): void {
    this.#running.play(true)
  }
  pause(): void {
    this.#running.play(false)
  }

  /** Fetches and shows the widget anew. Never rejects: failures are told by `vitrine-error`. */
  async reload(): Promise<void> {
    const attempt = ++this.#attempt
    // Attributes that are set one after the other are one change.
    await null
    const isOver = () => attempt !== this.#attempt || !this.isConnected
    if (isOver()) return
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const fallBack = () => shadow.replaceChildren(document.createElement('slot'))
    if (!shadow.firstChild) fallBack()
    if (!shadow.adoptedStyleSheets.length) shadow.adoptedStyleSheets = [host]
    const shown = shadow.querySelector('.box')
    // A page that says the layout gets its code while the widget is still being fetched.
    layoutLoaders[this.getAttribute('layout') as LayoutName]?.().catch(() => {})
    try {
      const [published, labels] = await Promise.all([
        this.#data ?? fetchPublished(this.#address()),
        loadLabels(this.closest<HTMLElement>('[lang]')?.lang ?? ''),
      ])
      if (isOver()) return
      const { widget, assets } = published
      const surroundings = this.#surroundings(shown?.matches(':not(.live)'))
      const view = createView(published, { labels, ...surroundings })
      // Seen, and fetched, while the layout's code still comes.
      if (!shown && surroundings.isOnScreen) draw(shadow, preview, view)
      const { layout } = await layoutLoaders[widget.layout]()
      if (isOver()) return
      const count = assets.length
      this.#running.stop()
      this.#running = show(shadow, layout, view, (index) => this.#tell('slide', { index, count }))
      this.#tell('ready', { layout: widget.layout, count })
    } catch (error) {
      if (isOver()) return
      const { message, cause: status } = error as Error
      // What was withdrawn goes, whoever wrote it into the page, and a mere beginning; else what is
      // shown stays.
      if (withdrawals.includes(status as number) || (!shown && shadow.querySelector('.box'))) {
        this.#running.stop()
        fallBack()
      }
      this.#tell('error', { message, status })
    }
  }

  /** As they are; where the server has written the content, as it had to assume them. */
  #surroundings(isWritten = false): { width: string; isOnScreen: boolean } {
    const { top, width } = this.getBoundingClientRect()
    // As a part of the screen, so that it holds when that is turned or resized.
    const share = isWritten ? 100 : (100 * width) / innerWidth
    return {
      width: this.getAttribute('width') ?? `${share}vw`,
      isOnScreen: isWritten || top < innerHeight,
    }
  }

  #address(): string {
    const [slug, apiKey, base] = VitrineWidget.observedAttributes.map((name) =>
      this.getAttribute(name),
    )
    if (!slug || !apiKey)
      throw new Error('slug and api-key are needed: slug="summer" api-key="pk_…"')
    // Where the script came from, unless the page says otherwise. The key goes into the query: as
    // a header it would cost a preflight.
    const path = `api/v1/widgets/${encodeURIComponent(slug)}?api_key=${encodeURIComponent(apiKey)}`
    return `${new URL(path, base ? `${base.replace(/\/*$/, '/')}` : new URL('..', import.meta.url))}`
  }

  #tell(event: string, detail: object): void {
    this.dispatchEvent(
      new CustomEvent(`vitrine-${event}`, { detail, bubbles: true, composed: true }),
    )
  }
}
