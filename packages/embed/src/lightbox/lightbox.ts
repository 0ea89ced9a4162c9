import type { Element } from '../markup/markup.js'
import type { WhenStill } from '../scroll/when-still.js'
import css from '../styles/lightbox.css'
import type { Item, View } from '../view.js'

/** Passed in by the element: importing these modules here would load them twice. */
export type Kit = {
  _toDom: (markup: Element) => Node
  _sheetOf: (css: string) => CSSStyleSheet
  _whenStill: WhenStill
}

/** Shows a widget's pictures full screen, one at a time, starting at a given picture. */
export function openLightbox(
  shadow: ShadowRoot,
  view: View,
  start: number,
  { _toDom, _sheetOf, _whenStill }: Kit,
): void {
  const { items, labels } = view
  const dialog = _toDom(lightboxMarkup(view)) as HTMLDialogElement
  const find = (selector: string) => dialog.querySelector(selector) as HTMLElement
  const pages = [...dialog.querySelectorAll<HTMLElement>('.page')]
  const [row, count, title, zoom] = ['.pages', '.count', '.title', '.zoom'].map(find)
  if (!row || !count || !title || !zoom) return
  const sheet = _sheetOf(css)
  const isRightToLeft = getComputedStyle(shadow.host).direction === 'rtl'
  let current = -1

  const setZoom = (isOn: boolean) => {
    for (const page of pages) page.classList.toggle('zoomed', isOn && page === pages[current])
    zoom.ariaLabel = isOn ? labels.zoomOut : labels.zoomIn
    row.classList.toggle('held', isOn)
  }
  const show = (index: number) => {
    if (index === current) return
    current = index
    pages.forEach((page, at) => {
      page.inert = at !== index
    })
    setZoom(false)
    count.textContent = items[index]?.name ?? ''
    const item = items[index]
    title.textContent = item?.caption ?? ''
    // Screen readers read the alternative text; they need no title with the same words.
    title.ariaHidden = `${title.textContent === item?._picture.alt}`
  }
  const goTo = (index: number) => {
    const next = (index + pages.length) % pages.length
    const isNear = Math.abs(next - current) === 1
    const isStill = matchMedia('(prefers-reduced-motion:reduce)').matches
    show(next)
    const left = (isRightToLeft ? -1 : 1) * next * row.clientWidth
    row.scrollTo({ left, behavior: isNear && !isStill ? 'smooth' : 'instant' })
  }
  const toggleZoom = () => setZoom(!pages[current]?.classList.contains('zoomed'))

  pages.forEach((page, index) => {
    const { width, height } = items[index]?.asset ?? { width: 1, height: 1 }
    page.style.setProperty('--ratio', `${width / height}`)
    page.style.setProperty('--width', `${width}px`)
    page.ondblclick = toggleZoom
    page.onclick = ({ target }) => target === page && dialog.close()
  })
  zoom.onclick = toggleZoom
  find('.close').onclick = () => dialog.close()
  if (pages.length > 1) {
    find('.prev').onclick = () => goTo(current - 1)
    find('.next').onclick = () => goTo(current + 1)
  }
  const ignoreStillness = _whenStill(row, () =>
    show(Math.round(Math.abs(row.scrollLeft) / row.clientWidth)),
  )
  dialog.onkeydown = ({ key }) => {
    if (row.classList.contains('held')) return
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(pages.length - 1)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') goTo(current + (key === forward ? 1 : -1))
  }
  dialog.onclose = () => {
    ignoreStillness()
    dialog.remove()
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((one) => one !== sheet)
  }
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet]
  shadow.append(dialog)
  dialog.showModal()
  goTo(start)
}

/** A modal dialog with all pictures in a row, one of them in view. */
function lightboxMarkup({ items, labels, name, _arrows, button }: View): Element {
  return [
    'dialog',
    { class: 'lightbox', 'aria-label': name },
    ['div', { class: 'count', 'aria-live': 'polite' }],
    button(
      'zoom',
      labels.zoomIn,
      'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5M8 11h6M11 8v6',
    ),
    button('close', labels.close, 'M6 6l12 12M18 6L6 18'),
    ...(items.length > 1 ? _arrows : []),
    ['div', { class: 'pages' }, ...items.map(page)],
    ['div', { class: 'title' }],
  ]
}

const page = ({ _picture, name }: Item): Element => [
  'div',
  // Focusable, so that the keyboard can scroll a zoomed picture.
  { class: 'page', tabindex: 0, role: 'group', 'aria-label': name },
  ['img', { ..._picture, sizes: '100vw', loading: 'lazy', fetchpriority: 'auto' }],
]
