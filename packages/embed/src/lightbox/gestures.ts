import type { Point, Zoom } from './zoom.js'

type Row = {
  /** The row follows a finger, pixels. */
  drag: (byX: number, byY: number) => void
  /** The finger has left: `forward` is 1 for the picture at the right, -1 for the one at the left. */
  drop: (forward: number, isDown: boolean) => void
  close: () => void
}

/** Movement in pixels from which a press is a drag, and time in ms in which a second tap makes a double one. */
const [leastDrag, doubleTapMs] = [8, 350]

/** How far a released finger would have gone on, in ms of its speed. */
const flingMs = 150

/**
 * Fingers, mouse and pen on the pictures: a tap or a click, a pinch, and a drag, which moves a zoomed picture, changes
 * pictures, or closes the lightbox.
 */
export function followPointers(stage: HTMLElement, zoom: Zoom, row: Row): void {
  const points = new Map<number, PointerEvent>()
  let mode: 'tap' | 'pan' | 'pinch' | 'x' | 'y' | 'none' = 'none'
  let start: PointerEvent
  /** A recent position, for the speed. */
  let recent: PointerEvent
  /** Not set: the first tap is no second one, however soon after the page it comes. */
  let lastTap!: number

  const tap = (event: PointerEvent) => {
    if (!(event.target instanceof HTMLImageElement)) return row.close()
    const isDouble = event.timeStamp - lastTap < doubleTapMs
    lastTap = isDouble ? 0 : event.timeStamp
    // The second click of a double one would undo the first.
    if (isDouble !== (event.pointerType === 'mouse')) zoom.toggle(event)
  }
  const moveTo = (event: PointerEvent, before: PointerEvent) => {
    const by = [event.clientX - before.clientX, event.clientY - before.clientY] as const
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY]
    if (mode === 'pinch') {
      const other = [...points.values()].find((point) => point !== event) ?? event
      const factor = distance(event, other) / distance(before, other)
      return zoom.by(factor, middle(event, other), middle(before, other), 0.6)
    }
    if (mode === 'tap' && Math.hypot(x, y) > leastDrag) {
      stage.setPointerCapture(event.pointerId)
      const isSideways = Math.abs(x) > Math.abs(y)
      const isPan = zoom.isOn() && (!isSideways || zoom.hasMore(x))
      mode = isPan ? 'pan' : isSideways ? 'x' : 'y'
    }
    if (mode === 'pan') zoom.move(...by)
    else if (mode === 'x') row.drag(x, 0)
    else if (mode === 'y') row.drag(0, Math.max(0, y))
    if (event.timeStamp - recent.timeStamp > 60) recent = event
  }
  const release = (event: PointerEvent) => {
    if (!points.delete(event.pointerId)) return
    const isOver = event.type === 'pointerup'
    const share = flingMs / Math.max(16, event.timeStamp - recent.timeStamp)
    const byX = share * (event.clientX - recent.clientX)
    const byY = share * (event.clientY - recent.clientY)
    if (mode === 'tap') isOver && tap(event)
    else if (mode === 'x' || mode === 'y') {
      const x = event.clientX - start.clientX + byX
      const isFar = Math.abs(x) > stage.clientWidth / 3
      row.drop(
        isOver && mode === 'x' && isFar ? -Math.sign(x) : 0,
        isOver && mode === 'y' && event.clientY - start.clientY + byY > stage.clientHeight / 4,
      )
    } else {
      if (mode === 'pan') zoom.move(byX, byY, true)
      zoom.settle()
    }
    mode = mode === 'pinch' && zoom.isOn() ? 'pan' : 'none'
    // Its other finger goes on from where it is.
    points.forEach((point) => {
      recent = point
    })
  }
  stage.onpointerdown = (event) => {
    if (event.button) return
    points.set(event.pointerId, event)
    if (points.size === 1) {
      mode = 'tap'
      start = recent = event
    } else {
      row.drop(0, false)
      mode = 'pinch'
    }
  }
  stage.onpointermove = (event) => {
    const before = points.get(event.pointerId)
    if (!before) return
    points.set(event.pointerId, event)
    moveTo(event, before)
  }
  stage.onpointerup = stage.onpointercancel = release
}

const distance = (one: Point, other: Point): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1

const middle = (one: Point, other: Point): Point => ({
  clientX: (one.clientX + other.clientX) / 2,
  clientY: (one.clientY + other.clientY) / 2,
})

/**
 * The wheel never scrolls the page behind. With Ctrl, as a pinch on a trackpad is reported, it zooms; without, it
 * moves a zoomed picture, and changes pictures by a sideways swipe.
 */
export function followWheel(dialog: HTMLElement, zoom: Zoom, step: (by: number) => void): void {
  let sum = 0
  let last = 0
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const { ctrlKey, deltaX, deltaY, target, timeStamp } = event
    const scroller = (target as HTMLElement).closest('.words,.strip')
    if (ctrlKey) {
      zoom.by(2 ** (-Math.max(-50, Math.min(deltaY, 50)) / 100), event)
      zoom.settle()
    } else if (scroller) scroller.scrollBy(deltaX, deltaY)
    else if (zoom.isOn()) zoom.move(-deltaX, -deltaY)
    else {
      // One picture for each swipe, however long a trackpad goes on after it.
      const before = timeStamp - last > 200 ? 0 : sum
      last = timeStamp
      sum = before + deltaX
      if (Math.abs(before) < 30 && Math.abs(sum) >= 30) step(Math.sign(sum))
    }
  }
  dialog.addEventListener('wheel', onWheel, { passive: false })
  // Safari's pinch on a trackpad.
  dialog.addEventListener('gesturestart', (event) => event.preventDefault())
}
