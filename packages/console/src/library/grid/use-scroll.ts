import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type Direction,
  type Geometry,
  offsetShowing,
  type Position,
  positionAt,
  scrolled,
} from './window.ts'

/** In which lines of the element run. */
export const directionOf = (element: HTMLElement | null): Direction =>
  element !== null && getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr'

/** The size of the element's content, and the position of the list in it. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const read = () => setSize({ width: current.clientWidth, height: current.clientHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

export function useScroll(element: RefObject<HTMLElement | null>, grid: Geometry) {
  const [position, setPosition] = useState<Position>({ offset: 0, scroll: 0 })
  const latest = useRef({ grid, position })
  latest.current = { grid, position }

  const moveTo = useCallback(
    (offset: number) => {
      const next = positionAt(latest.current.grid, offset)
      latest.current.position = next
      setPosition(next)
      if (element.current) element.current.scrollTop = next.scroll
    },
    [element],
  )

  useEffect(() => {
    const { current } = element
    if (current === null) return
    const onScroll = () => {
      const { grid: now, position: from } = latest.current
      // Own moves arrive here as well, rounded to the pixels of the screen.
      if (Math.abs(current.scrollTop - from.scroll) < 1) return
      const next = scrolled(now, from, current.scrollTop)
      latest.current.position = next
      setPosition(next)
    }
    // Steps let the bar drift from its place beside a long list: it is put right when nothing moves.
    const onEnd = () => moveTo(latest.current.position.offset)
    current.addEventListener('scroll', onScroll, { passive: true })
    current.addEventListener('scrollend', onEnd, { passive: true })
    return () => {
      current.removeEventListener('scroll', onScroll)
      current.removeEventListener('scrollend', onEnd)
    }
  }, [element, moveTo])

  const show = useCallback(
    (index: number) => {
      const { grid: now, position: at } = latest.current
      const offset = offsetShowing(now, at.offset, index)
      if (offset !== at.offset) moveTo(offset)
    },
    [moveTo],
  )
  return { position, moveTo, show }
}
