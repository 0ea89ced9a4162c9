import { useEffect, useLayoutEffect, useRef } from 'react'
import type { View } from '../view.ts'
import { type Geometry, offsetOf, type Position, topIndexOf } from './window.ts'

/** In another view the list stays at the picture that was first in sight. */
export function useSamePlace(
  view: View,
  grid: Geometry,
  position: Position,
  moveTo: (offset: number) => void,
): void {
  const last = useRef({ view, index: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view is another one.
  useLayoutEffect(() => {
    if (last.current.view !== view) moveTo(offsetOf(grid, last.current.index))
  }, [view])
  useEffect(() => {
    last.current = { view, index: topIndexOf(grid, position) }
  })
}
