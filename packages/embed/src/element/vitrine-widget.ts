import { loadLabels } from '../labels/load.js'
import type { Running } from '../layouts/layout.js'
import { layoutLoaders } from '../layouts/load.js'
import type { LayoutName, Published } from '../published.js'
import { fetchPublished } from './fetch-published.js'
import { show } from './show.js'

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

  #running: Running | undefined
  #data: Published | undefined
  /** Numbers the attempts: only the newest may show anything. */
  #attempt = 0

  connectedCallback(): void {
    this.reload()
  }

  disconnectedCallback(): void {
    this.#attempt++
    this.#running?.stop()
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
    return this.#running?.index?.() ?? -1
  }
  set index(index: number) {
    this.#running?.goTo?.(index)
  }

  next(): void {
    this.#running?.step?.(1)
  }
  previous(): void {
    this.#running?.step?.(-1)
  }
  play(): void {
    this.#running?.play?.(true)
  }
  pause(): void {
    this.#running?.play?.(false)
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
    try {
      // A page that says the layout gets its code while the widget is still being fetched.
      const hint = this.getAttribute('layout')
      const [published, labels] = await Promise.all([
        this.#data ?? fetchPublished(this.#address()),
        loadLabels(this.closest<HTMLElement>('[lang]')?.lang ?? ''),
        hint && layoutLoaders[hint as LayoutName]?.(),
      ])
      const { widget, assets } = published
      const { layout } = await layoutLoaders[widget.layout]()
      if (isOver()) return
      const count = assets.length
      this.#running?.stop()
      this.#running = show(shadow, published, layout, labels, (index) =>
        this.#tell('slide', { index, count }),
      )
      this.#tell('ready', { layout: widget.layout, count })
    } catch (error) {
      if (isOver()) return
      const { message, cause: status } = error as Error
      // What was withdrawn goes, whoever wrote it into the page; else what is shown stays.
      if (withdrawals.includes(status as number)) {
        this.#running?.stop()
        fallBack()
      }
      this.#tell('error', { message, status })
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
