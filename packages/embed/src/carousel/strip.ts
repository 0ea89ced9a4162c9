import { glide } from './glide.js'
import { createRing, distanceTo, firstPlace, home, modulo, placeOf } from './ring.js'
import type { Stage, StageParts } from './stage.js'

/**
 * Slides on a natively scrolling track with scroll snapping. Looping is implemented in `ring.ts`.
 */
export function createStrip(parts: StageParts): Stage {
  const { root, scroll, slides, isInfinite, durationMs, onSettle, whenStill } = parts
  const count = slides.length
  let ring = createRing(count, 1)
  let isLooping = false
  let width = 0
  let sign = 1
  /** Destination of the current glide, or the place where scrolling last settled. */
  let target = 0
  let endGlide = () => {}
  let isGliding = false

  const position = () => (scroll.scrollLeft * sign) / width
  const indexOf = (place: number) => modulo(place, count)

  const place = (at: number) => {
    if (!isLooping) return
    // Scroll offsets are rounded to device pixels.
    const first = firstPlace(ring, at, 1 / width)
    slides.forEach((slide, index) => {
      slide.style.setProperty('--shift', `${placeOf(ring, index, first) - index}`)
    })
  }
  const scrollTo = (to: number) => {
    place(to)
    scroll.scrollLeft = to * width * sign
  }
  const settle = () => {
    if (isGliding) return
    // After a resize the scroll offset belongs to the old width.
    if (widthNow() !== width) return measure()
    const rest = Math.round(position())
    target = isLooping ? home(ring, rest) : rest
    // Assigning `scrollLeft` cancels a scroll that has just begun, so avoid it unless needed.
    if (target !== rest) scrollTo(target)
    onSettle(stage)
  }
  /** Finishes a snap that stopped between two slides, as happens in WebKit after a wheel event. */
  const align = () => {
    const distance = position() - Math.round(position())
    if (widthNow() === width && Math.abs(distance * width) > 1 && !isGliding) go(0)
    else settle()
  }
  const interrupt = () => {
    endGlide()
    isGliding = false
    scroll.classList.remove('gliding')
  }
  /** Destination of the current glide; otherwise the place nearest to the scroll position. */
  const here = () => (isGliding || !width ? target : Math.round(position()))
  const go = (by: number) => {
    target = here()
    const from = position()
    // Jump to the middle of the track first, so that there is room to glide.
    const turns = isLooping ? home(ring, target) - target : 0
    const end = isLooping ? target + turns + by : clamp(target + by)
    interrupt()
    isGliding = true
    scroll.classList.add('gliding')
    scrollTo(from + turns)
    target = end
    onSettle(stage)
    endGlide = glide(from + turns, end, durationMs(), scrollTo, () => {
      interrupt()
      settle()
    })
  }
  const perViewNow = () => Number(getComputedStyle(root).getPropertyValue('--per')) || 1
  const widthNow = () => {
    const gap = Number.parseFloat(getComputedStyle(slides[0]?.parentElement ?? root).columnGap) || 0
    return (Number.parseFloat(getComputedStyle(scroll).width) + gap) / perViewNow()
  }
  const clamp = (to: number) => Math.max(0, Math.min(to, count - ring.perView))

  const measure = () => {
    const perView = perViewNow()
    const current = indexOf(target)
    interrupt()
    sign = getComputedStyle(root).direction === 'rtl' ? -1 : 1
    width = widthNow()
    ring = createRing(count, perView)
    isLooping = isInfinite && count > perView
    root.classList.toggle('loop', isLooping)
    root.style.setProperty('--places', `${ring.places}`)
    target = isLooping ? home(ring, current) : clamp(current)
    scrollTo(target)
    onSettle(stage)
  }

  scroll.addEventListener('scroll', () => isGliding || place(position()), { passive: true })
  const ignoreStillness = whenStill(scroll, align)
  for (const type of ['wheel', 'pointerdown', 'touchstart']) {
    scroll.addEventListener(type, interrupt, { passive: true })
  }
  const stage: Stage = {
    index: () => indexOf(target),
    perView: () => Math.min(ring.perView, count),
    isLooping: () => isLooping,
    step: go,
    goTo: (index) => go(isLooping ? distanceTo(ring, here(), index) : index - here()),
    stop: () => {
      interrupt()
      ignoreStillness()
      resizing.disconnect()
    },
  }
  if (isInfinite) scroll.append(snapPoints(ring.places))
  measure()
  const resizing = new ResizeObserver(measure)
  resizing.observe(scroll)
  return stage
}

/**
 * Snap points of a loop, one per place. The slides themselves are not snap points, because an
 * engine follows its snapped element when that moves.
 */
function snapPoints(count: number): HTMLElement {
  const row = document.createElement('div')
  row.className = 'points'
  for (let place = 0; place < count; place++) row.append(document.createElement('i'))
  return row
}
