import { frame, ownRules } from '../frame.js'
import type { Extras, Layout, Running } from '../layout.js'
import type { Markup } from '../markup/markup.js'
import { ratioOf } from '../picture-rules.js'
import { whenStill } from '../scroll/when-still.js'
import baseCss from '../styles/base.css'
import hostCss from '../styles/host.css'
import type { View } from '../view.js'
import { watchPictures } from './watch-pictures.js'

const base = sheetOf(baseCss)
/** Styles of the host element: its size must be known before any content is shown. */
export const host = sheetOf(hostCss)

const ignore = () => {}
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
  offerLightbox(shadow, root, view)
  const stopWatching = watchPictures(shadow)
  const running = {
    ...still,
    ...layout._start?.({ view, root, _onSlide: onSlide, _whenStill: whenStill, _extras }),
  }
  return {
    ...running,
    _stop: () => {
      stopWatching()
      running._stop()
    },
  }
}

/** The first picture as a placeholder; it needs none of the layout's code. */
export const preview: Layout = {
  css: '',
  _template: ({ items: [first] }) => first?.content ?? '',
  _rules: ({ items: [first] }) =>
    first
      ? `.box>*{max-width:${first._slot};max-height:var(--vitrine-max-height);--ratio:${ratioOf(first.shape)}}`
      : '',
}

/** Builds the widget's DOM unless the server has already rendered it. */
export function draw(
  shadow: ShadowRoot,
  layout: Layout,
  view: View,
  { extraCss = '' }: Extras = {},
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
    sharedSheet(layout.css + extraCss),
    sheetOf(ownRules(layout, view)),
  ]
  for (const one of shadow.querySelectorAll('link,style:first-child,.until~svg')) one.remove()
  shadow.querySelector('.until')?.removeAttribute('hidden')
  const made = toDom(frame(layout, view)) as HTMLElement
  if (!shadow.querySelector('.frame')?.isEqualNode(made)) {
    shadow.replaceChildren(made)
    if (isFirst) holdHeight(made, height)
    // Its width is an estimate.
    if (isReserved && layout === preview) made.style.maxHeight = `${height}px`
  }
  // The server has painted its own, in another style.
  if (view.items.some(({ asset }) => asset.placeholder) && !shadow.querySelector('style'))
    import('../placeholders/paint.js').then(({ paint }) => paint(shadow, view), ignore)
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
function offerLightbox(shadow: ShadowRoot, root: HTMLElement, view: View): void {
  // With a lightbox every picture has a link: the index is that of the picture.
  root.querySelectorAll('a').forEach((link, index) => {
    if (!link.matches('.open')) return
    link.onpointerenter = link.onfocus = () => void load().catch(() => {})
    link.onclick = async (event) => {
      // Leave modified clicks to the browser: they open a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      root.dispatchEvent(new Event('engage'))
      await load().then(
        ({ openLightbox }) =>
          openLightbox(shadow, view, index, {
            _toDom: toDom,
            _sheetOf: sheetOf,
            _whenStill: whenStill,
          }),
        () => location.assign(link.href),
      )
    }
  })
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
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, `${value}`)
  }
  element.append(...children.map(toDom))
  return element
}
