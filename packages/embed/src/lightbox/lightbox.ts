import type { Element } from '../markup/markup.js'
import css from '../styles/lightbox.css'
import type { Item, View } from '../view.js'
import { createEntry } from './entry.js'
import { fly, isStill } from './flight.js'
import { followPointers, followWheel } from './gestures.js'
import { lightboxMarkup, zoomInIcon, zoomOutIcon } from './markup.js'
import { createPages } from './pages.js'
import { download, share, toolLabels } from './tools.js'
import { createZoom } from './zoom.js'

/** Shows another picture, by open dialog. */
const goToIn = new WeakMap<globalThis.Element, (index: number) => void>()

/** Its styles. They stay in a widget: replacing style sheets when it closes would restyle the widget. */
let sheet: CSSStyleSheet | undefined

/**
 * Shows a widget's pictures full screen, one at a time, starting at a given picture.
 *
 * @param toDom passed in, like the next, by the element: importing their modules here would load them twice.
 */
export function openLightbox(
  shadow: ShadowRoot,
  view: View,
  index: number,
  toDom: (markup: Element) => Node,
  sheetOf: (css: string) => CSSStyleSheet,
): void {
  const open = shadow.querySelector('.lightbox')
  if (open) {
    goToIn.get(open)?.(index)
    return
  }
  sheet ??= sheetOf(css)
  if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets.push(sheet)
  const { items } = view
  const labels = toolLabels(view)
  const dialog = toDom(lightboxMarkup(view)) as HTMLDialogElement
  const find = (selector: string) => dialog.querySelector(selector) as HTMLElement
  const [row, stage, count, title] = ['.row', '.stage', '.count', '.words'].map(find) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const thumbs = [...dialog.querySelectorAll<HTMLButtonElement>('.thumb')]
  const links = [...shadow.querySelectorAll<HTMLElement>('.picture>a')]
  const places = links.map((link) => link.querySelector('img'))
  const sign = getComputedStyle(shadow.host).direction === 'rtl' ? -1 : 1
  const listeners = new AbortController()
  let position = index
  let isClosing = false

  const pages = createPages(view, row, places, toDom)
  const current = () => pages.indexOf(position)
  const zoom = createZoom(
    () => pages.picture(position),
    () => items[current()]?.asset.width ?? 0,
    (scale, isSettled) => {
      dialog.classList.toggle('zoomed', scale > 1)
      const button = find('.zoom')
      if (button) {
        button.ariaLabel = scale > 1 ? labels.zoomOut : labels.zoomIn
        button.querySelector('path')?.setAttribute('d', scale > 1 ? zoomOutIcon : zoomInIcon)
      }
      if (isSettled) pages.sharpen(position, scale)
    },
  )
  const drag = (byX: number, byY: number, isSmooth = false) => {
    const { style } = row
    style.transition = isSmooth && !isStill() ? 'transform .3s cubic-bezier(.2,.8,.2,1)' : ''
    style.transform = `translate(calc(${-100 * sign * position}% + ${byX}px),${byY}px)`
    dialog.style.setProperty('--fade', `${1 - byY / innerHeight}`)
    dialog.classList.toggle('dragged', byY > 0)
  }
  const show = (to: number) => {
    const isNear = Math.abs(to - position) === 1
    if (to !== position) zoom.reset()
    position = to
    const at = current()
    const item = items[at]
    pages.show(position)
    drag(0, 0, isNear)
    count.textContent = item?.name ?? ''
    title.textContent = item?.caption ?? ''
    // Screen readers read the alternative text; they need no title with the same words.
    title.ariaHidden = `${title.textContent === item?._picture.alt}`
    // In a carousel the picture is in view behind, too, so that this one can close to its place.
    if (links[at]?.closest('[inert]')) (shadow.host as HTMLElement & { index: number }).index = at
    thumbs.forEach((thumb, index) => {
      thumb.ariaCurrent = `${index === at}`
      thumb.tabIndex = index === at ? 0 : -1
    })
    const thumb = thumbs[at]
    if (shadow.activeElement?.matches('.thumb')) thumb?.focus()
    thumb?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }
  const step = (by: number) => {
    if (!items[1]) return
    show(position + by)
    entry.show(current())
  }
  const goTo = (index: number) => {
    const by = index - current()
    if (by) step(by)
  }
  const close = async () => {
    if (isClosing) return
    isClosing = true
    listeners.abort()
    entry.leave()
    // Measures before anything changes, which would cost another layout.
    const flight = fly(pages.picture(position), places[current()], 'reverse')
    dialog.classList.add('closing')
    await flight
    dialog.close()
  }
  const entry = createEntry(view, index, close, listeners.signal)
  const actions: Readonly<Record<string, () => unknown>> = {
    zoom: () => zoom.toggle(),
    close,
    prev: () => step(-1),
    next: () => step(1),
    download: () => download(items[current()] as Item),
    share: () =>
      share(items[current()]?.caption || view.name, labels.copied, (text) => {
        find('.said').textContent = text
      }),
  }
  dialog.onclick = ({ target }) => {
    const button = (target as HTMLElement).closest('button')
    if (!button) return
    const thumb = thumbs.indexOf(button)
    if (thumb < 0) actions[button.className.split(' ').pop() ?? '']?.()
    else goTo(thumb)
  }
  followPointers(stage, zoom, {
    drag,
    drop: (forward, isDown) => {
      if (isDown) close()
      else if (forward && items[1]) step(sign * forward)
      else drag(0, 0, true)
    },
    close: close,
  })
  followWheel(dialog, zoom, (by) => step(sign * by))
  dialog.onkeydown = (event) => {
    const { key, target } = event
    // Alt and an arrow is Back. A long title scrolls.
    if (event.altKey || event.ctrlKey || event.metaKey || target === title) return
    const [x, y] = arrows[key] ?? [0, 0]
    if (zoom.isOn() && (x || y)) zoom.move(-80 * x, -80 * y, true)
    else if (x) step(sign * x)
    else if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(items.length - 1)
    else if (
      !/^(Arrow|Page)/.test(key) &&
      (key !== ' ' || (target as HTMLElement).closest('button'))
    )
      return
    // The page behind does not scroll.
    event.preventDefault()
  }
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onclose = () => {
    // The browser may have closed it itself, such as after a second Escape.
    listeners.abort()
    entry.leave()
    dialog.remove()
    const link = links[current()]
    const isThere = link?.offsetWidth && !link.closest('[inert]')
    ;(isThere ? link : links[index])?.focus({ preventScroll: true })
  }
  addEventListener('resize', zoom.reset, { signal: listeners.signal })
  shadow.append(dialog)
  goToIn.set(dialog, goTo)
  dialog.showModal()
  show(position)
  fly(pages.picture(position), places[index], 'normal')
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
