import { frame, ownRules } from './frame.js'
import type { Labels } from './labels/labels.js'
import { layout as carousel } from './layouts/carousel.js'
import { layout as grid } from './layouts/grid.js'
import type { Layout } from './layouts/layout.js'
import { layout as horizontal } from './layouts/list-horizontal.js'
import { layout as vertical } from './layouts/list-vertical.js'
import { layout as masonry } from './layouts/masonry.js'
import { toHtml } from './markup/html.js'
import type { Attributes } from './markup/markup.js'
import { placeholder } from './place/place.js'
import type { LayoutName, Published } from './published.js'
import base from './styles/base.css'
import host from './styles/host.css'
import { createView, type View } from './view.js'

const layouts: Readonly<Record<LayoutName, Layout>> = {
  CAROUSEL: carousel,
  SLIDER: carousel,
  GRID: grid,
  MASONRY: masonry,
  LIST_VERTICAL: vertical,
  LIST_HORIZONTAL: horizontal,
}

export type RenderOptions = {
  labels: Labels
  /** CSS length: how wide the widget will be; the page's width where it is not known. */
  width?: string
}

export type Rendering = {
  /** The content of the shadow root, without its styles. */
  html: string
  /** The styles of the shadow root. Free of `<`: they may stand in a `<style>`. */
  css: string
  /** `<link>` that fetches the first picture while the page is still being read; may be empty. */
  preload: string
}

/** What the browser would show for a widget, every picture, caption and link of it, as text. */
export function renderShadow(published: Published, options: RenderOptions): Rendering {
  const layout = layouts[published.widget.layout]
  const { labels, width = '100vw' } = options
  const view = createView(published, { labels, width, isOnScreen: true })
  return {
    html: toHtml(frame(layout, view)),
    css: host + base + layout.css + ownRules(layout, view),
    preload: preloadOf(view),
  }
}

function preloadOf({ items: [first] }: View): string {
  if (first === undefined) return ''
  const { src, srcset, sizes } = first.picture
  const link = { rel: 'preload', as: 'image', href: src, imagesrcset: srcset, imagesizes: sizes }
  return toHtml(['link', { ...link, fetchpriority: 'high' }])
}

export type ElementOptions = {
  apiKey: string
  /** Where delivery is, as `https://images.example`; left out: where the script comes from. */
  baseUrl?: string
  /** CSS length: how wide the widget will be; measured if left out. */
  width?: string
}

/**
 * The element, which will fetch the widget, with an empty place that is as high as the widget will
 * be, at every width. It needs no style, so that no page's policy forbids it. A page that sets the
 * element's own width has to make it a block as well: until its script has come it is none.
 *
 * A widget that has become lower since keeps that place while it is seen; one that has become higher
 * moves what is below, until its code is pasted anew.
 */
export function renderElement(published: Published, options: ElementOptions): string {
  const { layout } = published.widget
  return element({ ...attributesOf(published, options), layout }, placeholder(published))
}

export type SnippetOptions = RenderOptions &
  ElementOptions & {
    /** Of the page's content security policy. */
    nonce?: string
  }

/**
 * The element with its content, as a declarative shadow root: every picture, caption and link is
 * there without a script, which then takes it over. `width` goes along as an attribute, for the
 * script to assume the same.
 */
export function renderSnippet(published: Published, options: SnippetOptions): string {
  const { html, css } = renderShadow(published, options)
  const style = `<style${options.nonce ? ` nonce="${options.nonce}"` : ''}>${css}</style>`
  return element(attributesOf(published, options), style + html)
}

const attributesOf = ({ widget }: Published, { apiKey, baseUrl, width }: ElementOptions) => ({
  slug: widget.slug,
  'api-key': apiKey,
  'base-url': baseUrl,
  width,
})

const element = (attributes: Attributes, shadow: string): string =>
  toHtml(['vitrine-widget', attributes]).replace(
    '></',
    () => `><template shadowrootmode="open">${shadow}</template></`,
  )
