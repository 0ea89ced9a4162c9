import { isStill } from './flight.js'

export type Point = { clientX: number; clientY: number }

export type Zoom = ReturnType<typeof createZoom>

/**
 * Zoom and pan of the picture in view, as a transform. A scale of 1 shows the whole picture.
 *
 * @param naturalWidth of the picture in view, pixels.
 * @param onChange its scale has changed for now, or for good if `isSettled`.
 */
export function createZoom(
  picture: () => HTMLElement,
  naturalWidth: () => number,
  onChange: (scale: number, isSettled: boolean) => void,
) {
  let scale = 1
  let x = 0
  let y = 0
  /** Half of what does not fit, in both directions. */
  const room = () => {
    const { offsetWidth, offsetHeight, parentElement: page } = picture()
    const { clientWidth, clientHeight } = page as HTMLElement
    const half = (size: number, room: number) => Math.max(0, (size * scale - room) / 2)
    return [half(offsetWidth, clientWidth), half(offsetHeight, clientHeight)] as const
  }
  /** @param isBound keeps the picture within its edges, which a pinch may leave until it ends. */
  const draw = (isSmooth: boolean, isSettled: boolean, isBound = isSettled) => {
    const [mostX, mostY] = isBound ? room() : [9e9, 9e9]
    x = within(-mostX, x, mostX)
    y = within(-mostY, y, mostY)
    const { style } = picture()
    style.transition = isSmooth && !isStill() ? 'transform .25s cubic-bezier(.2,.8,.2,1)' : ''
    style.transform = scale === 1 ? '' : `translate(${x}px,${y}px) scale(${scale})`
    onChange(scale, isSettled)
  }
  /** The scale of one CSS pixel for each pixel of the original. */
  const natural = () => naturalWidth() / picture().offsetWidth
  /** Zooms to a scale. What was at the point `from` is then at the point `at`. */
  const to = (next: number, isSmooth = true, at?: Point, from = at) => {
    const page = picture().parentElement as HTMLElement
    const { left, top, width, height } = page.getBoundingClientRect()
    const [midX, midY] = [left + width / 2, top + height / 2]
    x = (at?.clientX ?? midX) - midX - (((from?.clientX ?? midX) - midX - x) * next) / scale
    y = (at?.clientY ?? midY) - midY - (((from?.clientY ?? midY) - midY - y) * next) / scale
    scale = next
    draw(isSmooth, isSmooth)
  }
  return {
    isOn: () => scale > 1,
    /** Whether there is more of the picture in this direction, in which a finger moves by so much. */
    hasMore: (byX: number) => room()[0] - x * Math.sign(byX) > 1,
    toggle: (at?: Point) => to(scale > 1 ? 1 : within(2, natural(), 3), true, at),
    /** Multiplies the scale around a point; a pinch may go below the whole picture until it ends. */
    by: (factor: number, at: Point, from = at, least = 1) =>
      to(within(least, scale * factor, Math.max(4, natural())), false, at, from),
    move: (byX: number, byY: number, isSmooth = false) => {
      x += byX
      y += byY
      draw(isSmooth, false, true)
    },
    settle: () => (scale < 1 ? to(1) : draw(true, true)),
    reset: () => {
      x = y = 0
      scale = 1
      draw(false, true)
    },
  }
}

const within = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most))
