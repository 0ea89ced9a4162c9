import { frame, ownRules } from '../frame.js'
import type { Extras, Layout, Running } from '../layout.js'
import { type Attributes, type Markup, partsOf } from '../markup/markup.js'
import { ratioOf } from '../picture-rules.js'
import { placeholderGradients } from '../placeholders/gradients.js'
import { whenStill } from '../scroll/when-still.js'
import baseCss from '../styles/base.css'
import hostCss from '../styles/host.css'
import type { View } from '../view.js'
import { watchPictures } from './watch-pictures.js'

const base = sheetOf(baseCss)
/** Styles of the host element: its size must be known before any content is shown. */
export const host = sheetOf(hostCss)

const ignore = () => {}
/** Blurred pictures until they have loaded: more would make slow phones wait. */
const maxPainted = 24
/** A layout without behaviour. */
export const still: Running = {
  _index: () => -1,
  _goTo: ignore,
  _step: ignore,
  _play: ignore,
  _stop: ignore,
}

/** Starts a widget that has been drawn into the shadow root, also by the server. */
export function show(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  _extras: Extras,
  onSlide: (index: number) => void,
): Running {
  const box = shadow.querySelector('.box')
  const root = box?.firstElementChild as HTMLElement
  box?.classList.add('live')
  const listeners = new AbortController()
  const { signal } = listeners
  offerLightbox(shadow, root, view, signal)
  watchPictures(shadow, signal)
  const running = {
    ...still,
    ...layout._start?.({ view, root, _onSlide: onSlide, _whenStill: whenStill, _extras }),
  }
  offerDragging(root, running)
  const stopCaptions = _extras.startCaptions?.(root, view)
  return {
    ...running,
    _stop: () => {
      stopCaptions?.()
      listeners.abort()
      running._stop()
    },
  }
}

/** The first picture as a placeholder; it needs none of the layout's code. The styles of captions are another part. */
export const preview: Layout = {
  css: '',
  _template: ({ items: [first] }) => first?.content ?? '',
  _rules: ({ items: [first] }) =>
    first
      ? `.caption{display:none}.box>*{max-width:${first._slot};max-height:var(--vitrine-max-height);--ratio:${ratioOf(first.shape)}}`
      : '',
}

/**
 * Builds the widget's DOM unless the server has already rendered it.
 *
 * @param above what stands above the pictures; if omitted, only the pictures are drawn anew.
 */
export function draw(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  extras: Extras,
  above?: readonly Markup[],
): void {
  const { height } = shadow.host.getBoundingClientRect()
  const isFirst = !shadow.querySelector('.live')
  const isReserved =
    shadow.host.matches('[ratio]') ||
    shadow.querySelector('svg') ||
    shadow.host.querySelector('svg')
  shadow.adoptedStyleSheets = [
    host,
    base,
    sharedSheet(layout.css + (extras.extraCss ?? '')),
    sheetOf(ownRules(layout, view)),
  ]
  for (const one of shadow.querySelectorAll('link,style:first-child,.until~svg')) one.remove()
  shadow.querySelector('.until')?.removeAttribute('hidden')
  // The server has painted its own, in another style.
  if (!shadow.querySelector('style')) {
    const assets = view.items.slice(0, maxPainted).map(({ asset }) => asset)
    shadow.adoptedStyleSheets.push(sheetOf(placeholderGradients(assets)))
  }
  const made = toDom(frame(layout, view, extras, above)) as HTMLElement
  if (!above) shadow.querySelector('.box')?.replaceWith(made.lastChild as Node)
  else if (!shadow.querySelector('.frame')?.isEqualNode(made)) {
    shadow.replaceChildren(made)
    if (isFirst) holdHeight(made, height)
    // Its width is an estimate.
    if (isReserved && layout === preview) made.style.maxHeight = `${height}px`
  }
}

/**
 * Sets a minimum height, pixels, so that replacing a placeholder with lower content causes no
 * visible shift. Released when the element leaves the viewport or the window's width changes.
 */
function holdHeight(frame: HTMLElement, height: number): void {
  const width = innerWidth
  const release = () => {
    frame.style.minHeight = ''
    sight.disconnect()
    removeEventListener('resize', onResize)
  }
  const onResize = () => innerWidth !== width && release()
  const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting || release())
  frame.style.minHeight = `${height}px`
  sight.observe(frame)
  addEventListener('resize', onResize)
}

const load = () => import('../lightbox/lightbox.js')

/**
 * Opens pictures that link to themselves in a dialog. The dialog's code is loaded on the first sign
 * of interest; if it cannot be loaded, the link is followed.
 */
function offerLightbox(
  shadow: ShadowRoot,
  root: HTMLElement,
  view: View,
  signal: AbortSignal,
): void {
  const open = async (index: number) => {
    root.dispatchEvent(new Event('engage'))
    const { openLightbox } = await load()
    openLightbox(shadow, view, index, toDom, sheetOf)
  }
  // With a lightbox every picture has a link: the index is that of the picture.
  root.querySelectorAll('a').forEach((link, index) => {
    if (!link.matches('.open')) return
    link.onpointerenter = link.onfocus = () => void load().catch(ignore)
    link.onclick = (event) => {
      // Leave modified clicks to the browser: they open a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      open(index).catch(() => location.assign(link.href))
    }
  })
  if (view.config.deepLink)
    import('../lightbox/deep-link.js').then(({ follow }) => follow(view, open, signal), ignore)
}

/** Slides and strips can be dragged by a mouse, and swiped from their controls. The code is loaded when either is near. */
function offerDragging(root: HTMLElement, { _step }: Running): void {
  const scroll = root.querySelector<HTMLElement>('.scroll')
  root.onpointerover = (event) => {
    const { pointerType, target } = event
    const canMove = scroll && (scroll.scrollWidth > scroll.clientWidth || root.matches('.fade'))
    if (!canMove || (pointerType !== 'mouse' && scroll.contains(target as Node))) return
    root.onpointerover = null
    import('../scroll/drag.js').then(({ startDragging }) => {
      startDragging(root, scroll, whenStill, _step, event)
    }, ignore)
  }
}

/** A constructed stylesheet: it is allowed even if a page's policy forbids inline styles. */
function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

const sheets = new Map<string, CSSStyleSheet>()

/** Parsed once for all widgets of a page. */
function sharedSheet(css: string): CSSStyleSheet {
  const sheet = sheets.get(css) ?? sheetOf(css)
  sheets.set(css, sheet)
  return sheet
}

/** An inert document: in the page's own document a picture is fetched as soon as it has a source. */
const inert = document.implementation.createHTMLDocument()

/** Builds the tree as DOM nodes, without an HTML parser. */
function toDom(markup: Markup): Node {
  if (typeof markup === 'string') return new Text(markup)
  const [tag, attributes, ...children] = markup
  const space = /^(svg|path)$/.test(tag) ? '2000/svg' : '1999/xhtml'
  const element = inert.createElementNS(`http://www.w3.org/${space}`, tag)
  const all: Attributes = { part: partsOf(attributes.class), ...attributes }
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && value !== false) element.setAttribute(name, `${value}`)
  }
  element.append(...children.map(toDom))
  return element
}
