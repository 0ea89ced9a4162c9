import type { WhenStill } from './when-still.js'

/** Movement that makes a press a drag, and that goes on to the next picture, pixels. */
const leastDrag = 6
const leastTurn = 40

/**
 * Lets a mouse drag a row of pictures, and a finger swipe it from its controls. A click that ends a drag opens nothing;
 * captions can be selected.
 *
 * @param step shows the next picture, or the one before.
 * @param first the event that made the caller load this module.
 */
export function startDragging(
  root: HTMLElement,
  scroll: HTMLElement,
  whenStill: WhenStill,
  step: (by: number) => void,
  first: PointerEvent,
): void {
  const isStack = root.matches('.fade')
  let isPressed = false
  let start = 0
  let last = 0
  const isDragged = () => scroll.matches('.dragged')
  const canScroll = () => scroll.scrollWidth > scroll.clientWidth
  const setCursor = () => {
    const canMove = isStack || canScroll()
    scroll.style.cursor = !canMove ? '' : isDragged() ? 'grabbing' : 'grab'
  }
  const on = <Type extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: Type,
    listen: (event: HTMLElementEventMap[Type]) => void,
    options = {},
  ) => target.addEventListener(type, listen, options)
  const turn = (by: number) => {
    if (Math.abs(by) >= leastTurn) step(by > 0 === isRightToLeft(scroll) ? 1 : -1)
  }

  const release = () => {
    isPressed = false
    if (!isDragged()) return
    scroll.classList.remove('dragged')
    setCursor()
    const suppress = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    on(scroll, 'click', suppress, { capture: true, once: true })
    // The click follows at once, if at all.
    setTimeout(() => scroll.removeEventListener('click', suppress, true))
    if (isStack) turn(last - start)
    else rest(scroll, last - start, whenStill)
  }
  on(scroll, 'pointerenter', setCursor)
  on(scroll, 'pointerdown', ({ pointerType, button, target, clientX }) => {
    const isText = (target as Element).closest('.caption')
    isPressed = pointerType === 'mouse' && !button && !isText && (isStack || canScroll())
    start = last = clientX
  })
  on(scroll, 'pointermove', ({ clientX, pointerId }) => {
    if (!isPressed || (!isDragged() && Math.abs(clientX - start) < leastDrag)) return
    if (!isDragged()) {
      scroll.setPointerCapture(pointerId)
      scroll.classList.add('dragged')
      setCursor()
      scroll.style.scrollSnapType = 'none'
    }
    scroll.scrollLeft -= clientX - last
    last = clientX
  })
  on(scroll, 'pointerup', release)
  on(scroll, 'pointercancel', release)
  on(scroll, 'selectstart', (event) => isPressed && event.preventDefault())
  // Pictures and links would be dragged away.
  on(scroll, 'dragstart', (event) => event.preventDefault())
  setCursor()
  // A stack listens itself.
  if (isStack) return

  const isControl = (target: EventTarget | null) => !(target as Element).closest('.scroll,.thumbs')
  let touched = Number.NaN
  const touch = ({ clientX, pointerType, target }: PointerEvent) => {
    touched = pointerType !== 'mouse' && isControl(target) ? clientX : Number.NaN
  }
  on(root, 'pointerdown', touch)
  on(root, 'pointerup', ({ clientX }) => turn(clientX - touched))
  touch(first)
  for (const arrow of root.querySelectorAll<HTMLElement>('.arrow')) {
    on(arrow, 'wheel', (event) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
      // It would go back in the page's history.
      event.preventDefault()
      scroll.scrollLeft += event.deltaX
    })
  }
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

/** Scrolls on to the start of a picture, as a swipe would. @param by how far the mouse has dragged it, pixels. */
function rest(scroll: HTMLElement, by: number, whenStill: WhenStill): void {
  const stop = whenStill(scroll, () => {
    scroll.style.scrollSnapType = ''
    stop()
  })
  if (scroll.matches('.carousel *, .snap')) {
    const side = isRightToLeft(scroll) ? 'right' : 'left'
    const edge = scroll.getBoundingClientRect()[side]
    const distances = [...scroll.querySelectorAll('.slide, li')]
      .map((one) => one.getBoundingClientRect()[side] - edge)
      .sort((a, b) => Math.abs(a) - Math.abs(b))
    const onwards = Math.abs(by) >= leastTurn && distances.find((one) => one * by < 0)
    const isStill = matchMedia('(prefers-reduced-motion:reduce)').matches
    scroll.scrollBy({
      left: onwards || distances[0] || 0,
      behavior: isStill ? 'instant' : 'smooth',
    })
  }
  // Nothing scrolls if a picture is at its place already.
  scroll.dispatchEvent(new Event('scroll'))
}
