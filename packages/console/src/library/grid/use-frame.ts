import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Columns, type Corner, cellsIn, type FramedCells, isSameFrame } from './frame.ts'
import { directionOf } from './use-scroll.ts'
import { type Geometry, type Position, rowsOf } from './window.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  grid: Geometry
  columns: Columns
  /** px above the first row that stay in sight. */
  head: number
  position: Position
  /** `isAdded`: added to the selection. null ends it. */
  onFrame(cells: FramedCells | null, isAdded: boolean): void
}

type Frame = { from: Corner; to: Corner }

/** Shorter moves are clicks, px. */
const leastPx = 6
/** Within this distance of an edge the list scrolls by itself, px. */
const edgePx = 32

/** A frame that is drawn over the cells with the mouse, and selects those that it touches. */
export function useFrame({ scroller, grid, columns, head, position, onFrame }: Options) {
  const [frame, setFrame] = useState<Frame | null>(null)
  const latest = useRef({ grid, columns, position, onFrame })
  latest.current = { grid, columns, position, onFrame }
  const drag = useRef<{
    from: Corner
    pointer: Corner
    isAdded: boolean
    cells: FramedCells | null
  } | null>(null)
  const hasFramed = useRef(false)

  /** In the list, whose part in sight begins at the offset; x is counted from where lines begin. */
  const cornerOf = ({ x, y }: Corner): Corner => {
    const box = scroller.current?.getBoundingClientRect()
    if (box === undefined) return { x, y }
    const isRtl = directionOf(scroller.current) === 'rtl'
    return {
      x: isRtl ? box.right - x : x - box.left,
      y: y - box.top - head + latest.current.position.offset,
    }
  }
  const draw = () => {
    const { current } = drag
    if (current === null) return
    const { grid: now, columns: of, onFrame: tell } = latest.current
    const to = cornerOf(current.pointer)
    setFrame({ from: current.from, to })
    const rows = { rowHeight: now.rowHeight, rowCount: rowsOf(now) }
    const cells = cellsIn(current.from, to, of, rows)
    if (cells !== null && !isSameFrame(cells, current.cells)) tell(cells, current.isAdded)
    current.cells = cells ?? current.cells
  }
  const isFraming = frame !== null
  useEdgeScroll(scroller, isFraming, () => drag.current?.pointer.y ?? null, draw)

  const end = () => {
    if (drag.current !== null && isFraming) latest.current.onFrame(null, false)
    drag.current = null
    setFrame(null)
  }
  return {
    frame,
    /** Whether the click that follows belongs to a frame. */
    takeFramed: (): boolean => {
      const was = hasFramed.current
      hasFramed.current = false
      return was
    },
    onPointerDown: (event: PointerEvent) => {
      hasFramed.current = false
      const { offsetX } = event.nativeEvent
      const isScrollbar = offsetX < 0 || offsetX > (scroller.current?.clientWidth ?? 0)
      const isOnScroller = event.target === scroller.current
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      if (isOnScroller && isScrollbar) return
      const pointer = { x: event.clientX, y: event.clientY }
      const isAdded = event.ctrlKey || event.metaKey || event.shiftKey
      drag.current = { from: cornerOf(pointer), pointer, isAdded, cells: null }
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag
      if (current === null) return
      // The button was released outside of the page.
      if (event.buttons === 0) return end()
      const to = cornerOf({ x: event.clientX, y: event.clientY })
      const far = Math.hypot(to.x - current.from.x, to.y - current.from.y)
      if (!isFraming && far < leastPx) return
      if (!isFraming) event.currentTarget.setPointerCapture(event.pointerId)
      hasFramed.current = true
      current.pointer = { x: event.clientX, y: event.clientY }
      draw()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Scrolls while the pointer is at an edge of the list or beyond it. @param onStep before each frame. */
function useEdgeScroll(
  scroller: RefObject<HTMLElement | null>,
  isOn: boolean,
  pointerY: () => number | null,
  onStep: () => void,
) {
  const latest = useRef({ pointerY, onStep })
  latest.current = { pointerY, onStep }
  useEffect(() => {
    if (!isOn) return
    let request = requestAnimationFrame(function step() {
      const box = scroller.current?.getBoundingClientRect()
      const y = latest.current.pointerY()
      if (box && y !== null) {
        const above = Math.min(0, y - box.top - edgePx)
        const below = Math.max(0, y - box.bottom + edgePx)
        if (above + below !== 0) scroller.current?.scrollBy(0, (above + below) / 2)
        latest.current.onStep()
      }
      request = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(request)
  }, [isOn, scroller])
}
