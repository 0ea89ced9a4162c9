import { extraCss as arrangementCss, arrangementOf } from './arrangement/arrangement.js'
import { readArranging } from './arrangement/config.js'
import { extraCss as captions } from './captions/captions.js'
import { thumbnail, extraCss as thumbnails } from './carousel/thumbnails.js'
import { variantOf } from './carousel/variant.js'
import { extraCss as variants } from './carousel/variants.js'
import { frame, ownRules } from './frame.js'
import { labelsFor } from './labels/all.js'
import type { Labels } from './labels/labels.js'
import type { Layout } from './layout.js'
import { layout as carousel } from './layouts/carousel.js'
import { layout as grid } from './layouts/grid.js'
import { layout as horizontal } from './layouts/list-horizontal.js'
import { layout as vertical } from './layouts/list-vertical.js'
import { layout as masonry } from './layouts/masonry.js'
import { toHtml } from './markup/html.js'
import type { Attributes } from './markup/markup.js'
import { placeholderGradients } from './placeholders/gradients.js'
import type { LayoutName, Published } from './published.js'
import { placeholder, reservedPlace } from './reserved-space/reservation.js'
import { parseObject } from './settings/parse.js'
import base from './styles/base.css'
import host from './styles/host.css'
import untilStyled from './styles/until-styled.css'
import { createView, type Surroundings, type View } from './view.js'

/** Set by the build: the folder of its parts, below `/embed/`. */
declare const PARTS_FOLDER: string

const layouts: Readonly<Record<LayoutName, Layout>> = {
  CAROUSEL: carousel,
  SLIDER: carousel,
  GRID: grid,
  MASONRY: masonry,
  LIST_VERTICAL: vertical,
  LIST_HORIZONTAL: horizontal,
}

/** Pictures that are likely in the first screen. The blurred picture of each takes some 90 bytes. */
const maxPainted = 12

export type RenderOptions = {
  labels: Labels
  /** CSS length: the widget's expected width; the page's width if omitted. */
  width?: string
  /** Whether the page is shown in a frame, whose height may follow from that of the widget. */
  isFramed?: boolean
}

export type Rendering = {
  /** The shadow root's content, without its styles. */
  html: string
  /** The shadow root's styles. Contains no `<`, so it is safe inside a `<style>`. */
  css: string
  /** More styles, which the script leaves in place: blurred pictures until they have loaded. May be empty. */
  placeholders: string
  /** A preload `<link>` for the first picture; may be empty. */
  preload: string
}

/** Renders what the browser would show for a widget as text, with every picture, caption and link. */
export function renderShadow(published: Published, options: RenderOptions): Rendering {
  const layout = layouts[published.widget.layout]
  const { labels, width = '100vw', isFramed = false } = options
  const surroundings = { labels, width, _isOnScreen: true, _isFramed: isFramed }
  const { above, view, rareCss } = arranged(published, surroundings)
  const extras = {
    ...((view._isVariant || view._isFading) && { variantOf }),
    ...(view.config.thumbnails && { thumbnail }),
  }
  return {
    html: toHtml(frame(layout, view, extras, above)),
    css: host + base + layout.css + rareCss + ownRules(layout, view),
    placeholders: placeholderRules(view),
    preload: preloadOf(view),
  }
}

/** The surroundings of a widget on an unknown page. */
const assumed: Surroundings = {
  labels: labelsFor('en'),
  width: '100vw',
  _isOnScreen: true,
  _isFramed: false,
}

/** What is shown, what stands above it, and the styles that few widgets need. */
function arranged(published: Published, surroundings: Surroundings) {
  const place = { ...surroundings, _createView: createView, _isWritten: true }
  const { above, parts, viewOf } = arrangementOf(published, place)
  const view = viewOf(parts.assets)
  const { _isArranged, _isVariant, config } = view
  const rareCss =
    (_isArranged ? arrangementCss : '') +
    (_isVariant ? variants : '') +
    (config.thumbnails ? thumbnails : '') +
    (config.showCaptions ? captions : '')
  return { above, view, rareCss }
}

/**
 * A preload `<link>` for the picture that the element will show first. It stands before the script, so that the
 * picture does not wait for the script and the widget's data. Empty if each visitor has another order.
 *
 * @param width CSS length: the widget's width. The element must be told the same: another one is another rendition.
 */
export function preloadFirst(published: Published, width: string): string {
  const { config } = published.widget
  if (readArranging(config, published.assets).isRandom) return ''
  const surroundings = { ...assumed, width }
  return preloadOf(arranged(published, surroundings).view)
}

function preloadOf({ items: [first] }: View): string {
  if (first === undefined) return ''
  const { src, srcset, sizes } = first._picture
  const link = { rel: 'preload', as: 'image', href: src, imagesrcset: srcset, imagesizes: sizes }
  return toHtml(['link', { ...link, fetchpriority: 'high' }])
}

type ElementOptions = {
  apiKey: string
  /** Origin of the delivery service, such as `https://images.example`; defaults to the script's. */
  baseUrl?: string
  /** CSS length: the widget's expected width; measured if omitted. */
  width?: string
}

/**
 * The element, which fetches the widget, with an empty placeholder as high as the widget at every
 * width. It needs no styles, so no page's policy blocks it. A page that sets the element's width
 * must also set `display: block`: until the script loads, the element is inline and has no width.
 *
 * If the widget has become lower since, the placeholder's height is held while it is in view. If it
 * has become higher, it shifts the content below until the embed code is pasted again.
 */
export function renderElement(published: Published, options: ElementOptions): string {
  const { layout } = published.widget
  return element({ ...attributesOf(published, options), layout }, placeholder(published))
}

export type SnippetOptions = RenderOptions &
  ElementOptions & {
    /** Nonce of the page's content security policy. */
    nonce?: string
    /** Origin of the delivery service, if the page forbids inline styles: the styles are then files of it. */
    stylesFrom?: string
  }

/**
 * The element with its content as a declarative shadow root: every picture, caption and link is
 * there without a script, which later takes it over. `width` is also written as an attribute, so
 * that the script assumes the same width. The content is hidden until its styles are there, in a place
 * that needs none: so a page whose policy forbids them keeps its shape.
 *
 * @param shadow what `renderShadow` returns for the same arguments.
 */
export function renderSnippet(
  published: Published,
  options: SnippetOptions,
  { html, css, placeholders } = renderShadow(published, options),
): string {
  const inline = [css + untilStyled + isStyled, placeholders].filter(Boolean)
  const styles =
    options.stylesFrom === undefined
      ? inline.map((text) => style(text, options.nonce)).join('')
      : styleFiles(published, options.stylesFrom, options.apiKey)
  const content = `<div class="until" hidden>${html}</div>${reservedPlace(published)}`
  return element(attributesOf(published, options), styles + content)
}

export type ColorScheme = 'light' | 'dark' | 'light dark'

/**
 * The color scheme of the page that shows a widget in a frame, and of the frame itself: browsers make a frame opaque
 * if the two differ. It cannot be that of the embedding page, because a page that declares none is light, but what it
 * embeds then follows the visitor's system.
 */
export function colorSchemeOf({ widget }: Published): ColorScheme {
  const { colorScheme } = parseObject(widget.theme)
  return colorScheme === 'auto' ? 'light dark' : colorScheme === 'dark' ? 'dark' : 'light'
}

/** Shows the content of a snippet. */
const isStyled = ':host{--styled:contents;--unstyled:none}'

/**
 * The rules of one widget as a file, beside those of its layout: `renderSnippet` links to both.
 * Contains everything that depends on its pictures, `config` and `theme`.
 */
export function renderStyles(published: Published): string {
  const { view, rareCss } = arranged(published, assumed)
  const rules = rareCss + ownRules(layouts[published.widget.layout], view)
  return rules + isStyled + placeholderRules(view)
}

const placeholderRules = ({ items }: View): string =>
  placeholderGradients(items.slice(0, maxPainted).map(({ asset }) => asset))

/** Two files: the first is that of this build and never changes, the second follows the widget. */
function styleFiles({ widget }: Published, base: string, apiKey: string): string {
  const name = widget.layout === 'SLIDER' ? 'carousel' : widget.layout
  const layout = `${base}/embed/${PARTS_FOLDER}/${name.toLowerCase().replace('_', '-')}.css`
  const own = `${base}/embed/${widget.slug}.css?api_key=${encodeURIComponent(apiKey)}`
  return [layout, own]
    .map((href) => toHtml(['link', { rel: 'stylesheet', href, crossorigin: 'anonymous' }]))
    .join('')
}

const style = (css: string, nonce?: string): string =>
  `<style${nonce ? ` nonce="${nonce}"` : ''}>${css}</style>`

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
